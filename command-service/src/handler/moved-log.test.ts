import { START } from '@shop/language/events/event'
import { stockStream } from '@shop/language/stock/events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { createShopLog } from '@shop/stores/event-store/shop-log'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import { openSqliteKeyStore } from '@shop/stores/key-store/sqlite/sqlite-key-store'
import { importLog } from '@shop/stores/log-file/import-log'
import { openSqliteSnapshotStore } from '@shop/stores/snapshot-store/sqlite/sqlite-snapshot-store'
import { expect, test } from 'vitest'
import { stockDecider } from '../stock/stock-decider.ts'
import { createCommandHandler } from './command-handler.ts'
import { SNAPSHOT_INTERVAL } from './known-stream.ts'

const stream = stockStream('shirt')
const by = (causationId: string): CommandMetadata => ({ correlationId: 'r', causationId, actor: { role: 'system' } })

test('after the log was moved, a stream with a snapshot has a position of the new log', async () => {
  const keys = openSqliteKeyStore(':memory:')
  const snapshots = openSqliteSnapshotStore(':memory:')
  const [old, moved] = [openSqliteEventStore(':memory:'), openSqliteEventStore(':memory:')]
  const before = createCommandHandler(createShopLog(old, keys), { snapshots })
  for (let n = 0; n < SNAPSHOT_INTERVAL; n++)
    await before.handle(stockDecider, stream, { type: 'Count', productId: 'shirt', available: n }, by(`count ${n}`))
  await before.settled()

  async function* events() {
    for await (const batch of old.follow(START, new AbortController().signal)) {
      yield* batch.events
      if (batch.caughtUp) return
    }
  }
  await importLog({ manifest: { events: SNAPSHOT_INTERVAL } as never, events }, moved)
  const log = createShopLog(moved, keys)
  const { position } = await createCommandHandler(log, { snapshots }).load(stockDecider, stream)
  expect(position).toBe(await log.head())
})
