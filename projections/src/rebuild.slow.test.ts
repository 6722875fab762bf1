import { AccountErased } from '@shop/language/account/events'
import type { Document } from '@shop/language/collection'
import { type Event, START } from '@shop/language/events/event'
import { OrderPlaced, OrderStatusChanged } from '@shop/language/order/events'
import { SHARED, StockCounted } from '@shop/language/stock/events'
import { saidNothing, sampleLine } from '@shop/language/test-support/sample-order'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import type { ReadStore, Write } from '@shop/stores/read-store/read-store'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBuild } from './build.ts'
import { type AnyProjection, anyProjection, insert, remove, upsert } from './projection.ts'
import { newProjectionState } from './projection-state.ts'
import { orderProjection } from './read-models/order-projection.ts'
import { stockProjection } from './read-models/stock-projection.ts'
import { rebuild } from './rebuild.ts'
import { append } from './spec.ts'

const BATCH = 500
const limits = { kept: 300, piece: 200, events: 1_000 }
const orders = anyProjection(orderProjection)
const stock = anyProjection(stockProjection)

let log: ReturnType<typeof openSqliteEventStore>
let readStore: ReadStore
beforeEach(() => {
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  log = openSqliteEventStore(':memory:')
  readStore = openSqliteReadStore(':memory:')
})
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all([log.close(), readStore.close()])
})

const at = '2026-01-01T00:00:00.000Z'
const item = { ...sampleLine, productId: 'p1', name: 'Shirt', priceCents: 1, paidCents: 1 }
const address = { firstName: 'A', lastName: 'B', address: 'C', city: 'D', postalCode: 'E', country: 'F', phone: 'G' }
const placed = (n: number): Event =>
  OrderPlaced({
    ...{ orderId: `o${n}`, customerId: `c${n % 50}`, items: [item], totalCents: 1, shippingAddress: address },
    ...{ country: '', paymentMethod: 'PayPal', captureId: 'c', paidAt: at, placedAt: at },
  })
const shipped = (n: number): Event =>
  OrderStatusChanged({
    orderId: `o${n}`,
    from: 'Processing',
    to: 'Shipped',
    totalCents: 1,
    placedAt: at,
    ...saidNothing,
  })

/** Places orders. After each order an event changes an order: usually the same order, sometimes an order that was placed long before. */
async function sell(count: number) {
  const events = Array.from({ length: count }, (_, n) => [placed(n), shipped(n % 3 ? n : Math.floor(n / 2))]).flat()
  for (let from = 0; from < events.length; from += BATCH)
    await append(log, 'stream', ...events.slice(from, from + BATCH))
}

/** Records how a rebuild uses the log and its stages. After `dieAfter` pieces the next write fails, as if the process was killed. */
function watched(dieAfter = Number.POSITIVE_INFINITY) {
  const seen = { events: 0, pieces: 0, writes: [] as Write[], read: 0, positions: [] as string[] }
  const reader: EventReader = {
    ...log,
    async *follow(after, signal) {
      for await (const batch of log.follow(after, signal)) {
        seen.events += batch.events.length
        yield batch
      }
    },
  }
  const store: ReadStore = {
    ...readStore,
    async stage(collection) {
      const stage = await readStore.stage(collection)
      seen.positions.push(stage.position())
      return {
        ...stage,
        async read(wanted) {
          seen.read += wanted.ids?.length ?? 0
          return stage.read(wanted)
        },
        async write(writes, to) {
          if (seen.pieces++ >= dieAfter) throw new Error('killed')
          seen.writes.push(...writes)
          await stage.write(writes, to)
        },
      }
    },
  }
  return { seen, reader, store }
}

async function run(projections: readonly AnyProjection[], { reader, store }: ReturnType<typeof watched>) {
  const all = projections.map(newProjectionState)
  await rebuild(all, reader, store, new AbortController().signal, new Date(), { limits })
  return all
}

const everything = async (store: ReadStore, { into }: AnyProjection) => (await store.find(into)).documents

async function builtAtOnce(projection: AnyProjection) {
  const other = openSqliteReadStore(':memory:')
  const signal = new AbortController().signal
  await rebuild([newProjectionState(projection)], log, other, signal, new Date(), {
    limits: { kept: 1e9, piece: 1e9, events: 1e9 },
  })
  const documents = await everything(other, projection)
  await other.close()
  return documents
}

test('a rebuild keeps only a few documents in memory, writes most documents only once, and reads the log once', async () => {
  await sell(4_000)
  const { seen, ...watching } = watched()
  await run([orders, stock], { seen, ...watching })
  expect(seen.events).toBe(8_000)
  // A third of the orders is changed after it was removed from memory, so it is written twice.
  expect(seen.writes.length).toBeLessThan(4_000 * 1.4)
  expect(seen.pieces).toBeLessThan(8_000 / limits.piece + 2 * (8_000 / limits.events) + 2)
  expect(await everything(readStore, orders)).toEqual(await builtAtOnce(orders))

  const stage = await readStore.stage(orders.into)
  const build = createBuild(orders, stage, limits)
  let most = 0
  for await (const batch of log.follow(START, new AbortController().signal)) {
    await build.take(batch)
    most = Math.max(most, build.documentsHeld())
    if (batch.caughtUp) break
  }
  expect(most).toBeLessThan(limits.kept + 2 * limits.piece + BATCH)
})

test('a rebuild continues from its last piece after the process was killed, with the same result', async () => {
  await sell(2_000)
  await append(
    log,
    'stream',
    ...Array.from({ length: 50 }, (_, n) => StockCounted({ productId: `p${n}`, ...SHARED, available: n })),
  )
  const first = watched(7)
  await expect(run([orders, stock], first)).rejects.toThrow('killed')
  expect(await readStore.checkpoint(orders.into.name)).toBeUndefined()
  const second = watched()
  await run([orders, stock], second)
  expect(second.seen.positions.every((position) => position > START)).toBe(true)
  expect(second.seen.events).toBeLessThan(4_050 - (2 * limits.events) / 2)
  for (const one of [orders, stock]) expect(await everything(readStore, one)).toEqual(await builtAtOnce(one))
  expect(await readStore.checkpoint(orders.into.name)).toEqual({ position: await log.head() })
})

test('a rebuild that was begun with another log is not continued', async () => {
  const stage = await readStore.stage(orders.into)
  await stage.write([{ id: 'x', document: { _id: 'x' } as Document }], 'another.log.7')
  await sell(10)
  await run([orders], watched())
  expect((await everything(readStore, orders)).map(({ _id }) => _id)).not.toContain('x')
  expect(await readStore.checkpoint(orders.into.name)).toEqual({ position: await log.head() })
})

test('a projection that halts goes live at the position where it halts, together with the complete projections', async () => {
  await sell(300)
  const halting = anyProjection<Document>({
    into: { name: 'halting@1', searchedBy: [] },
    failure: 'halt',
    on: {
      OrderPlaced: ({ data: { orderId } }) =>
        upsert(orderId, () => {
          if (orderId === 'o250') throw new Error('poison')
          return { _id: orderId }
        }),
    },
  })
  const [halted, other] = await run([halting, orders], watched())
  expect(await everything(readStore, halting)).toHaveLength(250)
  expect(halted?.isHalted).toBe(true)
  expect(await readStore.checkpoint('halting@1')).toMatchObject({
    position: String(500).padStart(20, '0'),
    halted: { error: 'poison', event: { type: 'OrderPlaced' } },
  })
  expect(other?.isHalted).toBe(false)
  expect(await everything(readStore, orders)).toHaveLength(300)
})

test('a rebuild stops reading the log when every projection has halted', async () => {
  await sell(2_000)
  const none = anyProjection<Document>({
    into: { name: 'none@1', searchedBy: [] },
    failure: 'halt',
    on: {
      OrderPlaced: () => {
        throw new Error('poison')
      },
    },
  })
  const watching = watched()
  await run([none], watching)
  expect(watching.seen.events).toBe(BATCH)
})

test('an erasure finds all orders of the customer, both in the stage and in memory', async () => {
  await sell(1_000)
  await append(log, 'stream', AccountErased({ accountId: 'c7', emailKey: 'k' }), placed(1_007), shipped(57))
  await run([orders], watched())
  const documents = (await everything(readStore, orders)) as unknown as Record<string, unknown>[]
  const ofErased = documents.filter(({ customerId }) => customerId === 'c7')
  expect(ofErased).toHaveLength(21)
  expect(ofErased.filter(({ shippingAddress }) => shippingAddress !== null).map(({ _id }) => _id)).toEqual(['o1007'])
  expect(documents.filter(({ shippingAddress }) => shippingAddress === null)).toHaveLength(20)
})

test('a rebuild lets other work run between batches', async () => {
  await sell(5_000)
  let turns = 0
  const counting = setInterval(() => turns++, 0)
  const { reader, store, seen } = watched()
  await run([orders, stock], { reader, store, seen })
  clearInterval(counting)
  expect(turns).toBeGreaterThan(10)
})

test('a rebuild removes a document that is no longer in memory without reading it', async () => {
  const notes = anyProjection<Document>({
    into: { name: 'notes@1', searchedBy: [] },
    failure: 'halt',
    on: {
      OrderPlaced: ({ data: { orderId } }) => insert(orderId, { _id: orderId } as Document),
      AccountErased: ({ data: { accountId } }) => remove(accountId),
    },
  })
  await sell(1_000)
  await append(log, 'stream', AccountErased({ accountId: 'o3', emailKey: 'k' }))
  const watching = watched()
  await run([notes], watching)
  expect(await everything(readStore, notes)).toHaveLength(999)
  expect(watching.seen.read).toBe(0)
})

test('a rebuild reads no documents while all of them are in memory', async () => {
  await sell(100)
  const watching = watched()
  await run([orders, stock], watching)
  expect(watching.seen.read).toBe(0)
  expect(await everything(readStore, orders)).toEqual(await builtAtOnce(orders))
})
