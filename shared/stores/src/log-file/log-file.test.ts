import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ShopError } from '@shop/language/errors'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { newEvent, newEvents } from '../event-store/contract/log-under-test.ts'
import type { EventStore } from '../event-store/event-store.ts'
import { openSqliteEventStore } from '../event-store/sqlite/sqlite-event-store.ts'
import { exportLog } from './export-log.ts'
import { importLog } from './import-log.ts'
import { openLogFile } from './read-log-file.ts'

let folder: string
let file: string
let log: EventStore
let target: EventStore
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-log-file-'))
  file = join(folder, 'shop.ndjson')
  log = openSqliteEventStore(':memory:')
  target = openSqliteEventStore(':memory:')
  await log.append('cart-a', -1, newEvents(3))
  await log.append('cart-b', -1, newEvents(1))
  await log.append('cart-a', 2, newEvents(2))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await log.close()
  await target.close()
  rmSync(folder, { recursive: true })
})

const linesOf = () => readFileSync(file, 'utf8').split('\n').slice(0, -1)
const put = (...lines: readonly string[]) => writeFileSync(file, lines.map((line) => `${line}\n`).join(''))
const manifestFor = (lines: readonly string[], changes: object = {}) =>
  JSON.stringify({
    ...JSON.parse(linesOf().at(-1)!),
    events: lines.length,
    sha256: createHash('sha256')
      .update(`${lines.join('\n')}\n`)
      .digest('hex'),
    ...changes,
  })
const everything = async (store: EventStore) => {
  for await (const { events } of store.follow('', new AbortController().signal)) return events
  return []
}

describe('a log as a file', () => {
  test('has each event as stored, and a manifest at its end with the digest of its lines', async () => {
    const manifest = await exportLog(log, file)
    const lines = linesOf()
    expect(lines.slice(0, -1).map((line) => JSON.parse(line))).toEqual(await everything(log))
    expect(JSON.parse(lines.at(-1)!)).toEqual(manifest)
    expect(manifest).toEqual({
      format: 'selvedge-log@1',
      log: await log.id(),
      hash: (await log.chainHead())?.hash,
      created: expect.any(String),
      events: 6,
      first: '00000000000000000001',
      last: await log.head(),
      sha256: createHash('sha256')
        .update(`${lines.slice(0, -1).join('\n')}\n`)
        .digest('hex'),
    })
  })

  test('imports as the same log with another id', async () => {
    await exportLog(log, file)
    await importLog(await openLogFile(file), target)
    expect(await everything(target)).toEqual(await everything(log))
    expect(await target.id()).not.toBe(await log.id())
  })

  test('can have any text, and lines longer than the read buffer', async () => {
    const name = `${'long '.repeat(100_000)}\u2028\u2029\r\n"ü"`
    await log.append('cart-c', -1, [{ ...newEvent(), data: { name } }])
    await exportLog(log, file)
    await importLog(await openLogFile(file), target)
    expect((await everything(target)).at(-1)?.data).toEqual({ name })
  })

  test('is imported with one append for consecutive events of a stream, but at most a hundred events in an append', async () => {
    for (const at of [4, 104]) await log.append('cart-a', at, newEvents(100))
    await exportLog(log, file)
    const append = vi.spyOn(target, 'append')
    await importLog(await openLogFile(file), target)
    expect(append.mock.calls.map(([stream, version, events]) => [stream, version, events.length])).toEqual([
      ['cart-a', -1, 3],
      ['cart-b', -1, 1],
      ['cart-a', 2, 100],
      ['cart-a', 102, 100],
      ['cart-a', 202, 2],
    ])
  })

  test('ends where the log ended when the export started', async () => {
    const end = await log.head()
    const growing: EventStore = {
      ...log,
      async *follow(after, signal) {
        await log.append('cart-d', -1, newEvents(5))
        yield* log.follow(after, signal)
      },
    }
    expect(await exportLog(growing, file)).toMatchObject({ events: 6, last: end })
    expect((await openLogFile(file)).manifest.events).toBe(6)
  })

  test('reports progress of export and import', async () => {
    const progress = vi.fn()
    await exportLog(log, file, progress)
    const opened = await openLogFile(file, progress)
    await importLog(opened, target, { onProgress: progress })
    expect(progress.mock.calls.flat()).toEqual([6, 1, 2, 3, 4, 5, 6, 3, 4, 6])
  })

  test('never overwrites another file, and is removed when the export fails', async () => {
    writeFileSync(file, 'mine')
    await expect(exportLog(log, file)).rejects.toThrow(`${file} exists already`)
    expect(readFileSync(file, 'utf8')).toBe('mine')
    rmSync(file)
    const breaking = { ...log, follow: () => breakOff() }
    await expect(exportLog(breaking, file)).rejects.toThrow('broken off')
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false])
    await expect(exportLog(target, file)).rejects.toThrow('nothing to export')
    await expect(exportLog(log, join(folder, 'none', 'shop.ndjson'))).rejects.toThrow('cannot be written (ENOENT)')
  })
})

// biome-ignore lint/correctness/useYield: it breaks off before its first batch
async function* breakOff() {
  throw new Error('broken off')
}

describe('a file is refused', () => {
  const swapped = (lines: readonly string[]) => [lines[1]!, lines[0]!, ...lines.slice(2)]
  const other = (line: string) => line.replace('"quantity":1', '"quantity":9')

  test.each<[string, (lines: readonly string[]) => void, string]>([
    ['that is cut off behind a line', (lines) => put(...lines.slice(0, -1)), 'does not end with a manifest'],
    ['that is cut off in its last line', () => writeFileSync(file, readFileSync(file).subarray(0, -9)), 'a manifest'],
    ['that is cut off by one byte', () => writeFileSync(file, readFileSync(file).subarray(0, -1)), 'a manifest'],
    ['that is empty', () => writeFileSync(file, ''), 'does not end with a manifest'],
    ['that is something else', () => writeFileSync(file, Buffer.alloc(99_999, 'x')), 'a manifest'],
    ['that lacks a line', ([, ...rest]) => put(...rest), 'has 5 events, but its manifest says 6'],
    ['with a line too many', (lines) => put(lines[0]!, ...lines), 'has 7 events, but its manifest says 6'],
    ['with two swapped lines', (lines) => put(...swapped(lines)), 'was changed'],
    ['with a changed line', (lines) => put(other(lines[0]!), ...lines.slice(1)), 'was changed'],
    ['with a broken line', (lines) => put('{"position', ...lines.slice(1)), 'line 1 is not an event'],
    [
      'with another digest',
      (lines) => put(...lines.slice(0, -1), lines.at(-1)!.replace(/[0-9a-f]{9}"}/, '000000000"}')),
      'was changed',
    ],
    [
      'of a newer format',
      (lines) => put(...lines.slice(0, -1), '{"format":"selvedge-log@2"}'),
      'has the format selvedge-log@2',
    ],
  ])('%s', async (_, change, message) => {
    await exportLog(log, file)
    change(linesOf())
    await expect(openLogFile(file)).rejects.toThrow(message)
  })

  test('that does not exist', async () => {
    await expect(openLogFile(file)).rejects.toThrow(`${file} cannot be read (ENOENT)`)
  })
})

describe('an import', () => {
  test('requires an empty log', async () => {
    await exportLog(log, file)
    await target.append('cart-z', -1, newEvents(1))
    await expect(importLog(await openLogFile(file), target)).rejects.toThrow('is not empty')
    expect(await everything(target)).toHaveLength(1)
  })

  test('waits while a log is unreachable for a moment', async () => {
    await exportLog(log, file)
    let away = 2
    const shaky: EventStore = {
      ...target,
      async append(...call) {
        const answer = await target.append(...call)
        if (away-- > 0) throw new ShopError('UNAVAILABLE', 'nobody knows')
        return answer
      },
    }
    await importLog(await openLogFile(file), shaky)
    expect(await everything(target)).toEqual(await everything(log))
  })

  test('appends concurrently only to a log that keeps the order', async () => {
    for (let n = 0; n < 250; n++) await log.append(`cart-${n}`, -1, newEvents(1))
    await exportLog(log, file)
    await importLog(await openLogFile(file), target, { atOnce: 100 })
    expect(await everything(target)).toEqual(await everything(log))
    const disorderly = openSqliteEventStore(':memory:')
    const shuffling: EventStore = {
      ...disorderly,
      async append(stream, ...rest) {
        if (stream === 'cart-7') await new Promise((resolve) => setTimeout(resolve, 20))
        return disorderly.append(stream, ...rest)
      },
    }
    await expect(importLog(await openLogFile(file), shuffling, { atOnce: 100 })).rejects.toThrow('Stopped after')
    await disorderly.close()
  })

  test('stops at a gap in the versions of a stream, and says how many events were imported', async () => {
    await exportLog(log, file)
    const lines = linesOf().slice(0, -1)
    const wrong = [...lines.slice(0, 4), lines[5]!]
    put(...wrong, manifestFor(wrong))
    const opened = await openLogFile(file)
    await expect(importLog(opened, target)).rejects.toThrow('Stopped after 4 of 5 events')
  })
})
