import { stockStream } from '@shop/language/stock/events'
import { sharedPieces } from '@shop/language/test-support/shared-line'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { EventStore } from '@shop/stores/event-store/event-store'
import type { Snapshot, SnapshotStore } from '@shop/stores/snapshot-store/snapshot-store'
import { openSqliteSnapshotStore } from '@shop/stores/snapshot-store/sqlite/sqlite-snapshot-store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type StockCommand, stockDecider } from '../stock/stock-decider.ts'
import { countedLog } from '../test-support/counted-log.ts'
import { createMemoryLog } from '../test-support/memory-log.ts'
import { createCommandHandler } from './command-handler.ts'
import { SNAPSHOT_INTERVAL } from './known-stream.ts'

/* The handler uses data of a snapshot store only if the log confirms it. */

const DAY_MS = 24 * 60 * 60 * 1000
/** The store deletes old snapshots from time to time. It does so at least once while it stores this many intervals. */
const MANY_INTERVALS = 25
const stream = stockStream('shirt')
const count = (available: number): StockCommand => ({ type: 'Count', productId: 'shirt', available })
const reserve = (checkoutId: string): StockCommand => ({
  type: 'Reserve',
  productId: 'shirt',
  checkoutId,
  lines: sharedPieces(1),
})
const by = (causationId: string): CommandMetadata => ({ correlationId: 'r', causationId, actor: { role: 'system' } })
const EVENTS = 3 * SNAPSHOT_INTERVAL + 20

let nowMs: number
let log: EventStore
let snapshots: SnapshotStore
beforeEach(async () => {
  nowMs = Date.parse('2026-01-01T00:00:00Z')
  log = createMemoryLog({ writers: 'one' })
  snapshots = openSqliteSnapshotStore(':memory:')
  await fill('count', EVENTS)
})
afterEach(() => snapshots.close())

const start = (on: SnapshotStore = snapshots) =>
  createCommandHandler(log, { now: () => new Date(nowMs), snapshots: on })

async function fill(name: string, events: number, shop = start()) {
  for (let n = 0; n < events; n++) await shop.handle(stockDecider, stream, count(n), by(`${name} ${n}`))
  await shop.settled()
}

const saying = (answers: Partial<SnapshotStore>) =>
  new Proxy(snapshots, { get: (store, name) => Reflect.get(answers, name) ?? Reflect.get(store, name) })

test('a command from before a deletion of snapshots is found, even if the store covers later commands again', async () => {
  const shop = start()
  await shop.load(stockDecider, stream)
  await snapshots.forget(stream)
  // The state guards these commands, so the handler looks up none of their ids. A look-up would read the log and cover all commands again.
  for (let n = 0; n < 2 * SNAPSHOT_INTERVAL; n++)
    await shop.handle(stockDecider, stream, reserve(`checkout ${n}`), by(`reserve ${n}`))
  await shop.settled()
  expect(await start().handle(stockDecider, stream, count(0), by('count 3'))).toMatchObject({ version: 3 })
})

test('a command that is newer than everything in the store is found', async () => {
  const older = saying({ lookUp: async () => ({ command: undefined, coverage: { since: '', to: 1 } }) })
  expect(await start(older).handle(stockDecider, stream, count(0), by('count 3'))).toMatchObject({ version: 3 })
})

test('no state is ever built from a snapshot of a lost history', async () => {
  log = createMemoryLog({ writers: 'one' })
  const restored = createCommandHandler(log, { now: () => new Date(nowMs) })
  await restored.handle(stockDecider, stream, count(5), by('restored'))
  await restored.handle(stockDecider, stream, reserve('only here'), by('reserve'))
  await fill('restored', EVENTS, restored)
  expect((await start().load(stockDecider, stream)).state.reserved.has('only here')).toBe(true)
})

test('a command that is known only from a lost history is new', async () => {
  const command = { id: 'new', version: 3, digest: undefined }
  const other = saying({ lookUp: async () => ({ command, coverage: { since: '', to: EVENTS } }) })
  expect(await start(other).handle(stockDecider, stream, count(7), by('new'))).toMatchObject({ version: EVENTS })
})

test('a command that had another version in a lost history gets its answer from the log', async () => {
  const command = { id: 'count 3', version: 5, digest: undefined }
  const other = saying({ lookUp: async () => ({ command, coverage: { since: '', to: EVENTS } }) })
  expect(await start(other).handle(stockDecider, stream, count(0), by('count 3'))).toMatchObject({ version: 3 })
})

test('no earlier answer is made from a snapshot of a lost history', async () => {
  const find = async (...which: Parameters<SnapshotStore['find']>) => {
    const found = (await snapshots.find(...which)) as Snapshot & { state: { counts: number } }
    const lost = { ...found, eventId: 'lost', state: { ...found.state, counts: 1_000 } }
    return which[2] === undefined ? found : lost
  }
  const repeat = by(`count ${SNAPSHOT_INTERVAL + 5}`)
  const { state } = await start(saying({ find })).handle(stockDecider, stream, count(0), repeat)
  expect(state.counts).toBe(SNAPSHOT_INTERVAL + 6)
})

test('a command is remembered for six days, and its stored data is deleted automatically after eight days', async () => {
  const remembered = async () => (await snapshots.lookUp(stream, 'count 3')).command
  nowMs += 6 * DAY_MS
  await fill('later', MANY_INTERVALS * SNAPSHOT_INTERVAL)
  expect(await remembered()).toBeDefined()
  expect(await start().handle(stockDecider, stream, count(0), by('count 3'))).toMatchObject({ version: 3 })
  nowMs += 2 * DAY_MS
  await fill('last', MANY_INTERVALS * SNAPSHOT_INTERVAL)
  expect(await remembered()).toBeUndefined()
})

test('a process that is far behind the other processes continues from a newer snapshot', async () => {
  log = createMemoryLog({ writers: 'several' })
  const { log: readLog, take } = countedLog(log)
  const behind = createCommandHandler(readLog, { now: () => new Date(nowMs), snapshots })
  await behind.handle(stockDecider, stream, count(1), by('first'))
  await fill('others', 10 * SNAPSHOT_INTERVAL)
  take()
  expect(await behind.load(stockDecider, stream)).toMatchObject({ version: 10 * SNAPSHOT_INTERVAL })
  expect(take().events).toBeLessThanOrEqual(2 * SNAPSHOT_INTERVAL + 2)
})

test('a failed store is not called for ten seconds', async () => {
  let asked = 0
  const fails = async () => {
    asked += 1
    throw new Error('away')
  }
  const away = new Proxy(snapshots, { get: () => fails })
  await fill('later', 2 * SNAPSHOT_INTERVAL, start(away))
  expect(asked).toBe(1)
  const shop = start(away)
  await shop.load(stockDecider, stream)
  nowMs += 11_000
  await shop.handle(stockDecider, stream, count(0), by('afterwards, a key that may be known'))
  await fill('once more', SNAPSHOT_INTERVAL, shop)
  expect(asked).toBe(3)
})
