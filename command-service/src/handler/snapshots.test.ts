import { stockStream } from '@shop/language/stock/events'
import { sharedPieces } from '@shop/language/test-support/shared-line'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { EventStore } from '@shop/stores/event-store/event-store'
import type { SnapshotStore } from '@shop/stores/snapshot-store/snapshot-store'
import { openSqliteSnapshotStore } from '@shop/stores/snapshot-store/sqlite/sqlite-snapshot-store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type StockCommand, stockDecider } from '../stock/stock-decider.ts'
import { availableIn } from '../test-support/available-in.ts'
import { countedLog } from '../test-support/counted-log.ts'
import { createMemoryLog } from '../test-support/memory-log.ts'
import { createCommandHandler } from './command-handler.ts'
import { MOST_HANDLED, SNAPSHOT_INTERVAL } from './known-stream.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const productId = 'shirt'
const stream = stockStream(productId)
const count = (available: number): StockCommand => ({ type: 'Count', productId, available })
const reserve = (checkoutId: string): StockCommand => ({
  type: 'Reserve',
  productId,
  checkoutId,
  lines: sharedPieces(1),
})
const by = (causationId: string, digest?: string): CommandMetadata => ({
  correlationId: 'r',
  causationId,
  actor: { role: 'system' },
  ...(digest && { digest }),
})
/** A number of events that does not end at a snapshot. */
const EVENTS = 5 * SNAPSHOT_INTERVAL + 20

let nowMs: number
let log: EventStore
let snapshots: SnapshotStore
beforeEach(() => {
  nowMs = Date.parse('2026-01-01T00:00:00Z')
  log = createMemoryLog({ writers: 'one' })
  snapshots = openSqliteSnapshotStore(':memory:')
})
afterEach(() => snapshots.close())

/** A process that has just started: nothing is in its memory. */
function startProcess(on = log, kept: SnapshotStore | undefined = snapshots, forgetting = () => nowMs) {
  const counted = countedLog(on)
  const commands = createCommandHandler(counted.log, { now: () => new Date(nowMs), forgetting, snapshots: kept })
  return { ...commands, take: counted.take }
}

async function fill(events = EVENTS) {
  const { handle, settled } = startProcess()
  for (let n = 0; n < events; n++) await handle(stockDecider, stream, count(n), by(`count ${n}`))
  await settled()
}

const leftAt = async (version: number) => {
  const { load, handle } = createCommandHandler(createMemoryLog({ writers: 'one' }), { now: () => new Date(nowMs) })
  for (let n = 0; n <= version; n++) await handle(stockDecider, stream, count(n), by(`count ${n}`))
  return (await load(stockDecider, stream)).state
}

test('after a start, the state of a long stream needs at most one interval of its events', async () => {
  await fill()
  const { load, handle, take } = startProcess()
  const { state, version } = await load(stockDecider, stream)
  expect(take()).toEqual({ calls: 1, events: 21 })
  expect(version).toBe(EVENTS - 1)
  expect(state).toEqual(await leftAt(EVENTS - 1))
  await handle(stockDecider, stream, reserve('c1'), by('c1'))
  expect(take().events).toBe(0)
})

test('the first answer of an old command that is repeated needs at most one interval of events', async () => {
  await fill()
  const { handle, take, settled } = startProcess()
  for (const n of [0, SNAPSHOT_INTERVAL - 10, SNAPSHOT_INTERVAL, 3 * SNAPSHOT_INTERVAL - 1, EVENTS - 3]) {
    const left = await startProcess().handle(stockDecider, stream, count(0), by(`count ${n}`))
    expect(left).toMatchObject({ version: n, state: { lines: [{ onHand: n }] } })
    await handle(stockDecider, stream, count(0), by(`count ${n}`))
    expect(take().events).toBeLessThanOrEqual(SNAPSHOT_INTERVAL + 21)
  }
  await settled()
  expect((await log.head()).endsWith(String(EVENTS))).toBe(true)
})

test('an old Idempotency-Key with another body is refused', async () => {
  const { handle, settled } = startProcess()
  await handle(stockDecider, stream, count(1), by('keyed', 'body'))
  for (let n = 0; n < EVENTS; n++) await handle(stockDecider, stream, count(n), by(`count ${n}`))
  await settled()
  const mismatch = { code: 'IDEMPOTENCY_MISMATCH' }
  await expect(startProcess().handle(stockDecider, stream, count(1), by('keyed', 'other'))).rejects.toMatchObject(
    mismatch,
  )
})

test('if snapshots are deleted before a start, a stream is read whole once, and no command is handled twice', async () => {
  await fill()
  await snapshots.forget(stream)
  const { handle, load, take, settled } = startProcess()
  const left = await handle(stockDecider, stream, count(0), by('count 3'))
  expect(left).toMatchObject({ version: 3, state: { lines: [{ onHand: 3 }] } })
  await settled()
  take()
  await load(stockDecider, stream)
  expect((await snapshots.find(stream, 'stock@3'))?.version).toBe(5 * SNAPSHOT_INTERVAL - 1)
  await startProcess().load(stockDecider, stream)
})

test('if snapshots are deleted while the shop runs, no command is handled twice', async () => {
  await fill()
  const { handle, load, take } = startProcess()
  await load(stockDecider, stream)
  await snapshots.forget(stream)
  take()
  expect(await handle(stockDecider, stream, count(0), by('count 3'))).toMatchObject({ version: 3 })
  expect(take().events).toBeGreaterThanOrEqual(EVENTS)
  await handle(stockDecider, stream, count(0), by('count 4'))
  expect(await load(stockDecider, stream)).toMatchObject({ version: EVENTS - 1 })
})

test('a new command on a long stream reads no event: the snapshot store shows that the command is new', async () => {
  await fill()
  const { handle, load, take } = startProcess()
  await load(stockDecider, stream)
  take()
  await handle(stockDecider, stream, count(1), by('new'))
  expect(take().calls).toBe(0)
})

test('a new command on a stream of some hundred events sends no query to the snapshot store', async () => {
  let asked = 0
  const lookUp = async (...which: Parameters<SnapshotStore['lookUp']>) => {
    asked += 1
    return snapshots.lookUp(...which)
  }
  const counting = new Proxy(snapshots, {
    get: (store, name) => (name === 'lookUp' ? lookUp : Reflect.get(store, name)),
  })
  const { handle, settled } = startProcess(log, counting)
  for (let n = 0; n < MOST_HANDLED; n++) {
    await handle(stockDecider, stream, count(n), by(`count ${n}`))
    await settled()
  }
  expect((await snapshots.find(stream, 'stock@3'))?.version).toBe(MOST_HANDLED - 1)
  expect(asked).toBe(0)
})

test('a changed fold does not use the snapshots of the fold before it', async () => {
  await fill()
  const changed = { ...stockDecider, snapshot: { ...stockDecider.snapshot!, name: 'stock@4' as const } }
  const { load, take, settled } = startProcess()
  expect((await load(changed, stream)).state).toEqual(await leftAt(EVENTS - 1))
  expect(take().events).toBe(EVENTS)
  await settled()
  expect((await snapshots.find(stream, 'stock@4'))?.version).toBe(5 * SNAPSHOT_INTERVAL - 1)
})

test('snapshots of a log that was restored to an earlier backup are not used, and are deleted', async () => {
  await fill()
  log = createMemoryLog({ writers: 'one' })
  const other = startProcess(log, undefined)
  for (let n = 0; n < EVENTS; n++) await other.handle(stockDecider, stream, count(2 * n), by(`other ${n}`))
  const { load, handle } = startProcess()
  expect(availableIn((await load(stockDecider, stream)).state)).toBe(2 * (EVENTS - 1))
  // The command was handled only in the lost history. So here the command is new.
  expect(await handle(stockDecider, stream, count(7), by('count 3'))).toMatchObject({ version: EVENTS })
})

test('an unavailable snapshot store neither delays commands nor makes them fail', async () => {
  await fill()
  const failing = new Proxy(snapshots, { get: () => async () => Promise.reject(new Error('away')) })
  const { handle, load, take, settled } = startProcess(log, failing)
  expect(await handle(stockDecider, stream, count(0), by('count 3'))).toMatchObject({ version: 3 })
  take()
  for (let n = 0; n < 2 * SNAPSHOT_INTERVAL; n++) await handle(stockDecider, stream, count(n), by(`more ${n}`))
  await settled()
  expect(take().calls).toBe(0)
  expect(await load(stockDecider, stream)).toMatchObject({ version: EVENTS + 2 * SNAPSHOT_INTERVAL - 1 })
})

test('while the shop doubts its clock, no command is forgotten', async () => {
  await fill()
  nowMs += 400 * DAY_MS
  const { handle, settled } = startProcess(log, snapshots, () => 0)
  for (let n = 0; n < 25 * SNAPSHOT_INTERVAL; n++) await handle(stockDecider, stream, count(n), by(`more ${n}`))
  await settled()
  expect(await snapshots.lookUp(stream, 'count 0')).toMatchObject({ command: { id: 'count 0' } })
})

test('after seven days a command is forgotten, and its stored data is deleted', async () => {
  await fill()
  nowMs += 8 * DAY_MS
  const { handle, take } = startProcess()
  await handle(stockDecider, stream, count(5), by('new'))
  expect(take().events).toBeLessThanOrEqual(SNAPSHOT_INTERVAL)
  expect(await snapshots.prune(new Date(nowMs - 7 * DAY_MS).toISOString(), 10_000)).toBe(5 * SNAPSHOT_INTERVAL + 4)
  expect((await startProcess().load(stockDecider, stream)).version).toBe(EVENTS)
})
