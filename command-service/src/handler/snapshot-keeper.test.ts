import { AccountRegistered } from '@shop/language/account/events'
import type { Recorded } from '@shop/language/events/event'
import { SHARED, StockCounted } from '@shop/language/stock/events'
import { openSqliteSnapshotStore } from '@shop/stores/snapshot-store/sqlite/sqlite-snapshot-store'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stockDecider } from '../stock/stock-decider.ts'
import { MOST_HANDLED, MOST_LEFT, note, SNAPSHOT_INTERVAL, unknownStream } from './known-stream.ts'
import { createSnapshotKeeper } from './snapshot-keeper.ts'

let store: ReturnType<typeof openSqliteSnapshotStore>
beforeEach(() => {
  store = openSqliteSnapshotStore(':memory:')
})
afterEach(() => store.close())

const now = () => new Date('2026-01-01T00:00:00Z')
const counted = (version: number): Recorded => ({
  ...StockCounted({ productId: 'shirt', ...SHARED, available: version }),
  id: `event ${version}`,
  stream: 'stock-shirt',
  version,
  position: String(version).padStart(9, '0'),
  metadata: {
    correlationId: 'r',
    causationId: `command ${version}`,
    actor: { role: 'system' },
    schemaVersion: 1,
    recordedAt: now().toISOString(),
  },
})

test('only a few hundred of a stream’s commands stay in memory', async () => {
  const { keepBehind, settled } = createSnapshotKeeper(store, now)
  const known = unknownStream(stockDecider, 'stock-shirt')
  for (let version = 0; version < 5 * MOST_HANDLED; version++) {
    note(known, counted(version))
    keepBehind(known)
    await settled()
  }
  expect(known.handled.length).toBeGreaterThanOrEqual(MOST_HANDLED)
  expect(known.handled.length).toBeLessThanOrEqual(2 * MOST_HANDLED)
  expect(known.byId.size).toBe(known.handled.length)
  expect(known.handled[0]!.version).toBe(known.complete.from)
  expect(known.due).toEqual([])
})

test('while no snapshot can be stored, memory holds the commands of two intervals with their resulting states', () => {
  const known = unknownStream(stockDecider, 'stock-shirt')
  for (let version = 0; version < 10 * SNAPSHOT_INTERVAL; version++) note(known, counted(version))
  expect(known.handled.filter((one) => one.left)).toHaveLength(MOST_LEFT)
  expect(MOST_LEFT).toBe(2 * SNAPSHOT_INTERVAL)
})

test('a stream with an event that has personal fields gets no snapshot, even if its decider has snapshots', async () => {
  const { keepBehind, settled } = createSnapshotKeeper(store, now)
  const known = unknownStream({ ...stockDecider, evolve: (state) => state }, 'stock-shirt')
  const registered = AccountRegistered({ accountId: 'ada', name: 'Ada', email: '', emailKey: '' })
  note(known, { ...counted(0), ...registered } as Recorded)
  for (let version = 1; version < 2 * SNAPSHOT_INTERVAL; version++) note(known, counted(version))
  keepBehind(known)
  await settled()
  expect(await store.find('stock-shirt', stockDecider.snapshot!.name)).toBeUndefined()
})
