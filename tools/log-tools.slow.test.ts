import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { newEvents } from '@shop/stores/event-store/contract/log-under-test'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { verifyLog } from '@shop/stores/event-store/sqlite/verify-log'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

let folder: string
let events: string
let exported: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-tools-'))
  events = join(folder, 'events.db')
  exported = join(folder, 'shop.ndjson')
  const log = openSqliteEventStore(events)
  await log.append('cart-a', -1, newEvents(3))
  await log.close()
  await run('export-log', `sqlite:${events}`, exported)
})
afterAll(() => rmSync(folder, { recursive: true }))

const run = (tool: string, ...words: readonly string[]) =>
  new Promise<{ code: number; out: string; error: string }>((resolve) => {
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, `${tool}.ts`), ...words],
      { cwd: folder },
      (_, out, error) => resolve({ code: child.exitCode ?? -1, out, error }),
    )
  })
const inFolder = (name: string) => join(folder, name)

describe('the log tools', () => {
  test('export a log, import it elsewhere, and print its end and digest', async () => {
    const copy = inFolder('copy.db')
    const imported = await run('import-log', exported, `sqlite:${copy}`)
    expect(imported).toEqual({ code: 0, out: expect.stringContaining('3 events stored'), error: '' })
    const again = await run('export-log', `sqlite:${copy}`, inFolder('again.ndjson'))
    expect(JSON.parse(again.out)).toMatchObject({ events: 3 })
    expect(readFileSync(inFolder('again.ndjson'), 'utf8').split('\n').slice(0, 3)).toEqual(
      readFileSync(exported, 'utf8').split('\n').slice(0, 3),
    )
    const verified = await run('verify-log', copy)
    expect(verified).toEqual({
      code: 0,
      out: expect.stringMatching(/copy\.db is sound up to position 3, hash \S+\n$/),
      error: '',
    })
  })

  test('back up a log while a shop writes to it, into a private file, and print where the copy ends', async () => {
    const file = inFolder('live.db')
    const shop = openSqliteEventStore(file)
    let written = 0
    const stop = new AbortController()
    const writing = (async () => {
      for (; !stop.signal.aborted; written++) await shop.append(`cart-${written}`, -1, newEvents(1))
    })()
    const copy = join(folder, 'kept', 'live.db')
    const { code, out, error } = await run('back-up', file, copy)
    stop.abort()
    await writing
    await shop.close()
    expect({ code, error }).toEqual({ code: 0, error: '' })
    const [, position] = /sound up to position (\d+), hash \S+\n$/.exec(out) ?? []
    expect(Number(position)).toBeGreaterThan(0)
    expect(Number(position)).toBeLessThanOrEqual(written)
    expect(verifyLog(copy).events).toBe(Number(position))
    expect(statSync(copy).mode & 0o077).toBe(0)
    expect((await run('back-up', file, copy)).error).toBe(`${copy} exists already\n`)
  })

  test('write a manifest beside a backup, and refuse a log that does not contain the head in the manifest', async () => {
    const [file, copy] = [inFolder('witnessed.db'), inFolder('witnessed-copy.db')]
    const manifest = `${copy}.manifest.json`
    const shop = openSqliteEventStore(file)
    await shop.append('cart-a', -1, newEvents(3))
    await run('back-up', file, copy)
    expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({
      format: 'selvedge-backup@1',
      file: 'witnessed-copy.db',
      bytes: statSync(copy).size,
      ...(await shop.chainHead()),
    })
    await shop.append('cart-b', -1, newEvents(2))
    await shop.close()
    const verified = await run('verify-log', file, manifest)
    expect(verified.out).toMatch(/is sound up to position 5, hash \S+, and contains 1 witnessed head\n$/)
    const db = new DatabaseSync(file)
    db.exec("DELETE FROM events WHERE position > 2; DELETE FROM streams WHERE name = 'cart-b'")
    db.close()
    const { code, error } = await run('verify-log', file, manifest)
    expect([code, error]).toEqual([1, expect.stringMatching(/was cut off after position 2. It had 3 events \(.+\)\n$/)])
  })

  test('find the witnessed heads among other lines of an operator’s log', async () => {
    const log = inFolder('shop.log')
    const head = verifyLog(events)
    const headLine = { time: '2026-11-22T06:00:00.000Z', level: 'info', message: 'The head of the log', ...head }
    writeFileSync(log, `Selvedge is open\n{"level":"warn"}\nshop-1 | ${JSON.stringify(headLine)}\n`)
    expect((await run('verify-log', events, log)).out).toContain('contains 1 witnessed head')
    writeFileSync(log, JSON.stringify({ ...headLine, hash: 'another' }))
    expect((await run('verify-log', events, log)).error).toMatch(/was rewritten after position 0, up to 3 \(.+06:00/)
    writeFileSync(log, 'Selvedge is open\n')
    expect((await run('verify-log', events, log)).error).toMatch(/shop\.log has no head of a log/)
  })

  test.each<[string, () => readonly [string, ...string[]], RegExp]>([
    [
      'a missing argument',
      () => ['export-log', 'sqlite:events.db'],
      /^Usage: npm run shop -- export-log <address> <file>$/,
    ],
    ['a database that is not there', () => ['export-log', 'sqlite:none.db', 'x.ndjson'], /^There is no file none\.db$/],
    ['an address of another kind', () => ['export-log', 'mysql://x', 'x.ndjson'], /begins with.+sqlite.+esdb/],
    [
      'a server that does not answer',
      () => ['export-log', 'esdb://127.0.0.1:9?tls=false', 'x.ndjson'],
      /^The log could not be read \(.+\)$/,
    ],
    ['a file that exists already', () => ['export-log', `sqlite:${events}`, exported], /shop\.ndjson exists already$/],
    [
      'no file to import',
      () => ['import-log', 'none.ndjson', 'sqlite:new.db'],
      /^none\.ndjson cannot be read \(ENOENT\)$/,
    ],
    [
      'a target that is not empty',
      () => ['import-log', exported, `sqlite:${events}`],
      /^The log to import into is not empty$/,
    ],
    ['a log that was changed', () => ['verify-log', forged()], /was changed at or right before position 1$/],
    ['a log to verify that is not there', () => ['verify-log', 'none.db'], /^There is no file none\.db$/],
    ['a file that is not a log', () => ['verify-log', exported], /is damaged: file is not a database$/],
  ])('report %s in one line, and fail', async (_, words, line) => {
    const { code, out, error } = await run(...words())
    expect({ code, out, lines: error.split('\n').length }).toEqual({ code: 1, out: '', lines: 2 })
    expect(error.trim()).toMatch(line)
  })

  test('export a log while a shop writes to it, and warn that the file is for the operator', async () => {
    const shop = openSqliteEventStore(inFolder('open.db'))
    await shop.append('cart-a', -1, newEvents(2))
    const { code, out, error } = await run('export-log', `sqlite:${inFolder('open.db')}`, inFolder('open.ndjson'))
    await shop.close()
    expect({ code, manifest: JSON.parse(out) }).toMatchObject({ code: 0, manifest: { events: 2 } })
    expect(error).toMatch(/^Keep this file secret/)
  })
})

function forged() {
  const file = inFolder('forged.db')
  const bytes = readFileSync(events)
  writeFileSync(
    file,
    Buffer.from(bytes.toString('latin1').replaceAll('"priceCents":2500', '"priceCents":2501'), 'latin1'),
  )
  return file
}
