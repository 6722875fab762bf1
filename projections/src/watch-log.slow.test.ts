import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { openKurrentEventStore } from '@shop/kurrentdb/kurrentdb-event-store'
import { type EventStoreDouble, startEventStoreDouble } from '@shop/kurrentdb/test-support/eventstore-double'
import { logChecks } from '@shop/projections/watch-log'
import { newEvents } from '@shop/stores/event-store/contract/log-under-test'
import type { EventReader, EventStore } from '@shop/stores/event-store/event-store'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchLog } from './watch-log.ts'

let folder: string
let server: EventStoreDouble
let store: EventStore
let readStore: ReadStore
let stop: AbortController
let watching: Promise<void>[]
let logged: { level: string; message: string; events?: number; why?: string }[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'selvedge-watch-log-'))
  server = await startEventStoreDouble({ folder })
  store = openKurrentEventStore(server.url)
  readStore = openSqliteReadStore(':memory:')
  stop = new AbortController()
  watching = []
  logged = []
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation((line) => Boolean(logged.push(JSON.parse(String(line)))))
  await store.append('cart-a', -1, newEvents(120))
})
afterEach(async () => {
  await end()
  vi.restoreAllMocks()
  await store.close()
  await readStore.close()
  server.close()
  rmSync(folder, { recursive: true })
})

const SOON = { pauseMs: 1, everyMs: 100, askAgainMs: 10 }

function watch(options = {}, { log = store as EventReader, over = readStore as Pick<ReadStore, 'lease'> } = {}) {
  const { check, done } = watchLog(log, { ...readStore, ...over }, stop.signal, { ...SOON, ...options })
  watching.push(done)
  return check
}
async function end() {
  stop.abort()
  await Promise.all(watching)
  stop = new AbortController()
}
const kept = async () => readStore.get(logChecks, await store.id())
const heads = () => logged.flatMap(({ message, events }) => (message === 'The head of the log' ? [events] : []))
const complaints = () => logged.filter(({ message }) => message.startsWith('The log has changed since'))

/** Stops the server, applies `change` to its file, and starts it again. */
async function changeOnDisk(change: (lines: string[]) => string[]) {
  const { port } = server
  server.close()
  const file = join(folder, 'events.ndjson')
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  writeFileSync(file, `${change(lines).join('\n')}\n`)
  server = await startEventStoreDouble({ folder, port })
}
const isCart = (line: string) => line.includes('"cart-a"')
const anotherPrice = (line: string) =>
  line.replace(/"data":"([^"]+)"/, (_, data: string) => {
    const text = Buffer.from(data, 'base64').toString().replace('2500', '2400')
    return `"data":"${Buffer.from(text).toString('base64')}"`
  })

test('the whole log is read repeatedly, and its head is logged and kept', async () => {
  const check = watch()
  await expect.poll(heads).toContain(120)
  await store.append('cart-b', -1, newEvents(3))
  await expect.poll(heads).toContain(123)
  expect([check(), complaints()]).toEqual(['ok', []])
  await expect.poll(async () => (await kept())?.events).toBe(123)
})

test('an old event that was changed while no process watched is reported repeatedly, with its position', async () => {
  watch()
  await expect.poll(kept).toBeDefined()
  await end()
  const before = await kept()
  await changeOnDisk((lines) => lines.map((line) => (isCart(line) ? anotherPrice(line) : line)))
  const check = watch()
  await expect.poll(() => complaints().length).toBeGreaterThan(1)
  expect(check()).toBe('broken')
  expect(complaints()[0]).toMatchObject({
    level: 'error',
    why: expect.stringMatching(/^The log was rewritten after position 0, up to 120 \(read on 20/),
  })
  expect(await kept()).toEqual(before)
})

test('a log whose last events were cut off is reported', async () => {
  await store.append('cart-b', -1, newEvents(2))
  watch()
  await expect.poll(async () => (await kept())?.events).toBe(122)
  await end()
  await changeOnDisk((lines) => lines.filter((line) => !line.includes('"cart-b"')))
  watch()
  await expect.poll(complaints).not.toEqual([])
  expect(complaints()[0]?.why).toMatch(/was cut off after position 120. It had 122/)
})

test('a log is read and its head kept again after the kept head was lost', async () => {
  const file = join(folder, 'read-models.db')
  await readStore.close()
  readStore = openSqliteReadStore(file)
  watch()
  await expect.poll(kept).toBeDefined()
  await end()
  await readStore.close()
  using db = new DatabaseSync(file)
  db.exec('DROP TABLE live')
  readStore = openSqliteReadStore(file)
  await expect(kept()).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  watch()
  await expect.poll(() => kept().catch(() => undefined)).toMatchObject({ events: 120 })
})

test('a log that was already read today is not read again until tomorrow', async () => {
  watch({ everyMs: 60_000 })
  await expect.poll(kept).toBeDefined()
  await end()
  const follow = vi.spyOn(store, 'follow')
  watch({ everyMs: 60_000 })
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(follow).not.toHaveBeenCalled()
})

test('if several processes watch the log, one reads it; when that process ends, another takes over', async () => {
  let isTaken = false
  let readers = 0
  const over: Pick<ReadStore, 'lease'> = {
    async lease(name) {
      expect(name).toBe(logChecks.name)
      if (isTaken) return undefined
      isTaken = true
      readers += 1
      const release = async () => {
        isTaken = false
      }
      return { lost: new AbortController().signal, release }
    },
  }
  watch({}, { over })
  const first = stop
  await expect.poll(kept).toBeDefined()
  stop = new AbortController()
  watch({}, { over })
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(readers).toBe(1)
  first.abort()
  await expect.poll(() => readers).toBe(2)
})

test('a process that found a changed log no longer reports it when another process watches the log', async () => {
  watch()
  await expect.poll(kept).toBeDefined()
  await end()
  await changeOnDisk((lines) => lines.map((line) => (isCart(line) ? anotherPrice(line) : line)))
  const lost = new AbortController()
  let leases = 0
  const over: Pick<ReadStore, 'lease'> = {
    lease: async () => (leases++ === 0 ? { lost: lost.signal, release: async () => {} } : undefined),
  }
  const check = watch({}, { over })
  await expect.poll(check).toBe('broken')
  lost.abort()
  await expect.poll(check).toBe('ok')
})

test('during a reading, other work can run every few milliseconds; an abort ends the watch even in a pause', async () => {
  for (let n = 0; n < 10; n++) await store.append(`cart-b${n}`, -1, newEvents(200))
  watch({ pauseMs: 3_600_000 })
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(heads()).toEqual([])
  await end()
  expect(await kept()).toBeUndefined()
})

test('a log that cannot be read is reported, but not as a changed log', async () => {
  const unreadable: EventReader = { ...store, head: () => Promise.reject(new Error('The server is busy')) }
  const check = watch({}, { log: unreadable })
  await expect.poll(() => logged.length).toBe(1)
  expect([check(), logged[0]?.message]).toEqual(['ok', expect.stringMatching(/could not be read completely/)])
})

test('a log that has its own hash chain is not watched', async () => {
  const chained = openSqliteEventStore(':memory:')
  await watchLog(chained, readStore, stop.signal, SOON).done
  expect(logged).toEqual([])
  await chained.close()
})
