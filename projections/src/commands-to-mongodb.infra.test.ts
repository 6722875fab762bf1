import { CheckoutOpened } from '@shop/language/cart/events'
import { type Recorded, START } from '@shop/language/events/event'
import { StockReserved } from '@shop/language/stock/events'
import { sharedPieces } from '@shop/language/test-support/shared-line'
import { openMongoReadStore } from '@shop/mongodb/read-store/mongodb-read-store'
import { hasMongod, type MongoServer, startMongo } from '@shop/mongodb/test-support/mongo-server'
import type { Batch } from '@shop/stores/event-store/event-store'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { moveOver } from './move-over.ts'
import { anyProjection } from './projection.ts'
import { newProjectionState } from './projection-state.ts'
import { cartProjection } from './read-models/cart-projection.ts'
import { stockMarkProjection } from './read-models/stock-mark-projection.ts'
import { stockProjection } from './read-models/stock-projection.ts'
import { rebuild } from './rebuild.ts'
import { append } from './spec.ts'

const projections = [anyProjection(cartProjection), anyProjection(stockProjection), anyProjection(stockMarkProjection)]
const MEASURED = 10
/** During a test the server itself makes fewer commands than this. */
const OWN_COMMANDS = 20
const COUNTED = ['find', 'aggregate', 'insert', 'update', 'delete', 'commitTransaction'] as const

describe.runIf(hasMongod)('the commands to MongoDB', () => {
  let server: MongoServer
  let log: ReturnType<typeof openSqliteEventStore>
  let readStore: ReadStore
  beforeAll(async () => {
    server = await startMongo()
  })
  afterAll(() => server.remove())
  beforeEach(async () => {
    log = openSqliteEventStore(':memory:')
    readStore = await openMongoReadStore(server.url(`models-${crypto.randomUUID()}`))
  })
  afterEach(() => Promise.all([log.close(), readStore.close()]))

  /** Batches of the log. Each has this many checkouts, and each checkout has two events. */
  async function batchesOf(checkouts: number, count: number): Promise<readonly Batch[]> {
    const batches: Batch[] = []
    for (let made = 0; made < count; made++) {
      const before = await log.head()
      for (let n = 0; n < checkouts; n++) {
        const [ownerId, checkoutId] = [`c${made}-${n}`, `k${made}-${n}`]
        await append(log, `cart-${ownerId}`, CheckoutOpened({ ownerId, checkoutId }))
        await append(log, `stock-p${n}`, StockReserved({ productId: `p${n}`, checkoutId, lines: sharedPieces(1) }))
      }
      const events: Recorded[] = []
      const upTo = await log.head()
      for await (const batch of log.follow(before, new AbortController().signal)) {
        events.push(...batch.events)
        if (batch.caughtUp) break
      }
      batches.push({ events, upTo, caughtUp: made === count - 1 })
    }
    return batches
  }

  const commands = () =>
    server.inDatabase('admin', async (db) => {
      const { metrics } = await db.command({ serverStatus: 1 })
      return COUNTED.map((name) => Number(metrics.commands[name].total))
    })
  async function countedIn(work: () => Promise<unknown>) {
    const before = await commands()
    await work()
    const after = await commands()
    return Object.fromEntries(COUNTED.map((name, n) => [name, (after[n] ?? 0) - (before[n] ?? 0)]))
  }

  /** The commands for a batch. This is the mean of several batches, because the server also makes a few commands itself. */
  async function countedForBatch(checkouts: number) {
    const [first, ...others] = await batchesOf(checkouts, MEASURED + 1)
    const followers = projections.map((projection) => ({
      ...newProjectionState(projection),
      checkpoint: { position: START },
    }))
    const move = (batch: Batch) => moveOver(batch, followers, readStore, new Date())
    if (first) await move(first)
    const counted = await countedIn(async () => {
      for (const batch of others) await move(batch)
    })
    return Object.fromEntries(Object.entries(counted).map(([name, count]) => [name, Math.round(count / MEASURED)]))
  }

  test.each([2, 100])(
    'for a batch of %i checkouts are one read, one commit, and one write for each read model',
    async (n) => {
      expect(await countedForBatch(n)).toEqual({
        ...{ find: 0, aggregate: 1, insert: 0, delete: 0 },
        update: projections.length + 1,
        commitTransaction: 1,
      })
    },
  )

  test('for a rebuild do not become more if its batches have more events', async () => {
    const limits = { kept: 2, piece: 1, events: 1_000 }
    async function countedForRebuild(checkouts: number) {
      const batches = await batchesOf(checkouts, 4)
      const reader = {
        ...log,
        async *follow() {
          yield* batches
        },
      }
      const states = projections.map(newProjectionState)
      const { signal } = new AbortController()
      return countedIn(() => rebuild(states, reader, readStore, signal, new Date(), { limits }))
    }
    const few = await countedForRebuild(5)
    await readStore.close()
    await log.close()
    log = openSqliteEventStore(':memory:')
    readStore = await openMongoReadStore(server.url(`models-${crypto.randomUUID()}`))
    const many = await countedForRebuild(100)
    for (const name of COUNTED) expect(many[name]).toBeLessThan((few[name] ?? 0) + OWN_COMMANDS)
  })
})
