import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { START } from '@shop/language/events/event'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'
import { stepOf } from '@shop/stores/read-store/step-of'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
let readStore: ReadStore
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-resume-'))
  readStore = openSqliteReadStore(join(folder, 'read-models.db'))
})
afterEach(async () => {
  await readStore.close()
  rmSync(folder, { recursive: true })
})

const failure = {
  event: { id: 'e6', type: 'OrderPlaced', position: '6', stream: 'order-1' },
  error: 'no such thing',
  at: '2026-05-01T10:00:00.000Z',
}
const orders = 'orders@1'
const halt = () => readStore.commit(stepOf(orders, START, '5', [], { halted: failure }))

const resume = (...words: readonly string[]) =>
  new Promise<{ code: number; out: string; error: string }>((resolve) => {
    const tool = join(import.meta.dirname, 'resume-projection.ts')
    const env = { ...process.env, DATA_DIR: folder, NODE_ENV: 'production' }
    const child = execFile(process.execPath, [tool, ...words], { env }, (_, out, error) =>
      resolve({ code: child.exitCode ?? -1, out, error }),
    )
  })

/** Acts as the projection's process: waits for the request, and then halts with this failure, or continues if there is none. */
async function worksOn(halted?: typeof failure) {
  await expect.poll(async () => (await readStore.checkpoint(orders))?.halted?.resume).toBeDefined()
  const { resume } = (await readStore.checkpoint(orders))?.halted ?? {}
  await readStore.commit(stepOf(orders, '5', halted ? '5' : '6', [], halted ? { halted } : {}))
  return resume
}

test('without a name it lists every checkpoint and failure', async () => {
  await halt()
  await readStore.commit(stepOf('carts@1', START, '9', [], { leftOut: { count: 31, newest: [failure] } }))
  expect(await resume()).toEqual({
    code: 0,
    out: [
      'carts@1 follows the log, position 9',
      '  31 events left out, the newest:',
      '  2026-05-01T10:00:00.000Z OrderPlaced e6 in order-1 at position 6: no such thing',
      'orders@1 has halted since 2026-05-01T10:00:00.000Z, position 5',
      '  before OrderPlaced e6 in order-1 at position 6: no such thing',
      '',
    ].join('\n'),
    error: '',
  })
})

test('a running shop gets the request to retry or skip the event, and the result is printed', async () => {
  await halt()
  const [skipped, how] = await Promise.all([resume(orders, '--skip'), worksOn()])
  expect([how, skipped]).toEqual(['skip', { code: 0, out: 'orders@1 has resumed\n', error: '' }])
})

test('a projection that fails again is reported with its error', async () => {
  await halt()
  const [tried, how] = await Promise.all([resume(orders), worksOn(failure)])
  expect([how, tried.code]).toEqual(['retry', 1])
  expect(tried.error).toBe('orders@1 has halted again, before OrderPlaced e6 in order-1 at position 6: no such thing\n')
})

test('while no process runs the projection, the request waits for the next start', async () => {
  await halt()
  const { code, out } = await resume(orders, '--retry')
  expect([code, out]).toEqual([0, 'orders@1 resumes when the shop starts, because no process works on it now\n'])
  expect((await readStore.checkpoint(orders))?.halted).toEqual({ ...failure, resume: 'retry' })
})

test('a projection that has not halted, an unknown name and unknown options are reported in one line', async () => {
  for (const words of [[orders], ['nothing@1'], [orders, '--force'], [orders, 'carts@1']]) {
    const { code, out, error } = await resume(...words)
    expect([code, out, error.split('\n').length]).toEqual([1, '', 2])
  }
})
