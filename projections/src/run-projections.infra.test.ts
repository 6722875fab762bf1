import type { Document } from '@shop/language/collection'
import { ProductListed } from '@shop/language/product/events'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import { openMongoReadStore } from '@shop/mongodb/read-store/mongodb-read-store'
import { hasMongod, type MongoServer, startMongo } from '@shop/mongodb/test-support/mongo-server'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { anyProjection, upsert } from './projection.ts'
import { runProjections } from './run-projections.ts'
import { append } from './spec.ts'

type Counter = Document & { count: number }

const counting = anyProjection<Counter>({
  into: { name: 'counting@1', searchedBy: [] },
  failure: 'halt',
  on: {
    ProductListed: ({ data }) =>
      upsert(data.productId, (before) => ({ _id: data.productId, count: (before?.count ?? 0) + 1 })),
  },
})
describe.runIf(hasMongod)('projections into MongoDB', () => {
  let server: MongoServer
  let database: string
  let log: ReturnType<typeof openSqliteEventStore>
  const closing: (() => Promise<unknown>)[] = []
  beforeAll(async () => {
    server = await startMongo()
  })
  afterAll(() => server.remove())
  beforeEach(() => {
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    database = `models-${crypto.randomUUID()}`
    log = openSqliteEventStore(':memory:')
    closing.push(() => log.close())
  })
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close()
    vi.restoreAllMocks()
  })

  async function work() {
    const readStore = await openMongoReadStore(server.url(database), { leaseMs: 900 })
    const stop = new AbortController()
    const running = runProjections([counting], log, readStore, stop.signal)
    const end = async () => {
      stop.abort()
      await running.done
      await readStore.close()
    }
    closing.push(end)
    await running.caughtUp
    return { readStore, end }
  }
  const list = () => append(log, 'product-p1', ProductListed({ productId: 'p1', details: sampleProduct }))
  const counted = async (readStore: ReadStore) => (await readStore.get<Counter>(counting.into as never, 'p1'))?.count

  const ownerOfLease = () =>
    server.inDatabase(database, async (db) => (await db.collection('checkpoints').findOne())?.lease.owner)

  test('are rebuilt when the database is dropped, while new events arrive', async () => {
    const { readStore } = await work()
    for (let n = 0; n < 20; n += 1) await list()
    await expect.poll(() => counted(readStore)).toBe(20)
    await server.inDatabase(database, (db) => db.dropDatabase())
    for (let n = 0; n < 20; n += 1) await list()
    await expect.poll(() => counted(readStore)).toBe(40)
    expect(await readStore.checkpoint(counting.into.name)).toEqual({ position: await log.head() })
  })

  test.each([0, 20])('are rebuilt when their collection is dropped, and %i events arrive', async (events) => {
    const { readStore } = await work()
    for (let n = 0; n < 20; n += 1) await list()
    await expect.poll(() => counted(readStore)).toBe(20)
    await server.inDatabase(database, (db) => db.collection(counting.into.name).drop())
    for (let n = 0; n < events; n += 1) await list()
    await expect.poll(() => counted(readStore), { timeout: 20_000 }).toBe(20 + events)
    await expect.poll(() => readStore.checkpoint(counting.into.name)).toEqual({ position: await log.head() })
  })

  test('are rebuilt although the new collection cannot be renamed at the first try', async () => {
    const { readStore } = await work()
    for (let n = 0; n < 20; n += 1) await list()
    await expect.poll(() => counted(readStore)).toBe(20)
    await server.inDatabase(database, async (db) => {
      vi.spyOn(Object.getPrototypeOf(db), 'renameCollection').mockRejectedValueOnce(
        new Error('The connection was lost'),
      )
      await db.collection(counting.into.name).drop()
    })
    for (let n = 0; n < 5; n += 1) await list()
    await expect.poll(() => counted(readStore), { timeout: 10_000 }).toBe(25)
  })

  test('if two workers run, one follows the log; when this worker stops, the other takes over within seconds', async () => {
    const first = await work()
    const second = await work()
    await list()
    await expect.poll(() => counted(second.readStore)).toBe(1)
    const owner = await ownerOfLease()
    await first.end()
    await list()
    await expect.poll(() => counted(second.readStore)).toBe(2)
    expect(await ownerOfLease()).not.toBe(owner)
  })
})
