import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defect, logFact } from './logger.ts'

let written: string[]
beforeEach(() => {
  written = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0)
})
afterEach(() => vi.restoreAllMocks())

test('a fact is one line of JSON with its time in UTC', () => {
  logFact('warn', 'Something', { requestId: 'r1', status: 403 })
  expect(written).toHaveLength(1)
  expect(JSON.parse(written[0]!)).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    level: 'warn',
    message: 'Something',
    requestId: 'r1',
    status: 403,
  })
})

test('no text can end its log line, start another line or move the cursor of a terminal', () => {
  logFact('info', 'path\n{"level":"error"}', { route: 'a\r\nb\u001b[2J', quote: '"}\n' })
  expect(['\n', '\r', '\u001b'].map((sign) => written[0]!.split(sign).length - 1)).toEqual([1, 0, 0])
  expect(written[0]!.endsWith('}\n')).toBe(true)
})

test('an error is logged with its stack and the message of its cause', () => {
  const facts = defect(new Error('Broken', { cause: new Error('Disk') }))
  expect(facts).toMatchObject({ error: 'Broken', cause: 'Disk', stack: expect.stringContaining('logger.test.ts') })
  expect(defect('a text')).toEqual({ error: 'a text' })
})

test.each(['stderr', 'stdout'] as const)('a process goes on when no process reads its %s any more', async (output) => {
  const program = `import { logFact } from ${JSON.stringify(join(import.meta.dirname, 'logger.ts'))}
    process.stdin.once('data', () => {
      process.${output}.write('to no reader\\n', () => setImmediate(() => process.exit(7)))
    })
    logFact('info', 'ready')`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'pipe' })
  await once(child.stderr, 'data')
  child[output].destroy()
  await once(child[output], 'close')
  child.stdin.write('go')
  const other = text(output === 'stdout' ? child.stderr : child.stdout)
  expect([await once(child, 'exit'), await other]).toEqual([[7, null], ''])
})
