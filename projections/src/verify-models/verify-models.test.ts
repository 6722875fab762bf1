import { OrderDeleted, OrderPlaced } from '@shop/language/order/events'
import { ProductEdited, ProductListed } from '@shop/language/product/events'
import { SHARED, StockCounted } from '@shop/language/stock/events'
import { boughtOf, sampleLine } from '@shop/language/test-support/sample-order'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import { openSqliteEventStore } from '@shop/stores/event-store/sqlite/sqlite-event-store'
import type { ProjectionName, ReadStore, Write } from '@shop/stores/read-store/read-store'
import { openSqliteReadStore } from '@shop/stores/read-store/sqlite/sqlite-read-store'
import { stepOf } from '@shop/stores/read-store/step-of'
import { beforeEach, expect, test } from 'vitest'
import { projections } from '../all.ts'
import { runProjections } from '../run-projections.ts'
import { append } from '../spec.ts'
import { verifyModels } from './verify-models.ts'

const NOW = new Date('2026-01-01T00:00:00Z')
const placedAt = NOW.toISOString()
const item = { ...sampleLine, productId: 'p1', priceCents: 100, paidCents: 100 }
const order = (orderId: string) =>
  OrderPlaced({
    orderId,
    ...boughtOf(item),
    captureId: `cap-${orderId}`,
    paidAt: placedAt,
    placedAt,
  })

let log: ReturnType<typeof openSqliteEventStore>
let shown: ReadStore
beforeEach(async () => {
  log = openSqliteEventStore(':memory:')
  shown = openSqliteReadStore(':memory:')
  await append(log, 'products', ProductListed({ productId: 'p1', details: sampleProduct }))
  await append(log, 'products', ProductEdited({ productId: 'p1', changes: { name: 'Another' } }))
  await append(log, 'stock', StockCounted({ productId: 'p1', ...SHARED, available: 5 }))
  for (const id of ['o1', 'o2', 'o3', 'o4']) await append(log, 'orders', order(id))
  const lines = [{ productId: 'p1', quantity: 1 }]
  const booked = { totalCents: 100, refundedCents: 0, dueCents: 0, placedAt }
  await append(log, 'orders', OrderDeleted({ orderId: 'o4', status: 'Processing', lines, ...booked }))
  const stop = new AbortController()
  const running = runProjections(projections, log, shown, stop.signal)
  await running.caughtUp
  stop.abort()
  await running.done
})

async function verified(store: ReadStore = shown) {
  const all = await Array.fromAsync(verifyModels(projections, log, store, openSqliteReadStore(':memory:'), NOW))
  return new Map(all.map((one) => [one.name.split('@')[0], one]))
}

/** Changes documents directly in the store, as no projection would. */
async function plant(name: ProjectionName, writes: readonly Write[]) {
  const { position } = (await shown.checkpoint(name))!
  await shown.commit(stepOf(name, position, position, writes))
}
const nameOf = (family: string) => projections.find(({ into }) => into.name.startsWith(`${family}@`))!.into.name

test('read models that match the log have no differences, also when they have not read the newest events', async () => {
  await append(log, 'orders', order('o5'))
  const all = await verified()
  expect(all.size).toBe(projections.length)
  expect([...all.values()].map((one) => ('count' in one ? one.count : one))).toEqual(projections.map(() => 0))
  expect(all.get('orders')).toMatchObject({ documents: 3, halted: false, differing: new Map() })
})

test('changed, missing and extra documents are reported with their ids and fields', async () => {
  const orders = projections.find(({ into }) => into.name === nameOf('orders'))!.into
  const o1 = (await shown.get(orders, 'o1'))!
  const changed = { ...o1, totalCents: 99, status: 'Shipped' }
  await plant(nameOf('orders'), [
    { id: 'o1', document: changed },
    { id: 'o2', document: undefined },
    { id: 'o9', document: { ...o1, _id: 'o9' } },
  ])
  const all = await verified()
  expect(all.get('orders')).toMatchObject({
    documents: 3,
    count: 3,
    differing: new Map([
      ['o1', 'o1 differs in totalCents, status'],
      ['o2', 'o2 is missing'],
      ['o9', 'o9 should not be there'],
    ]),
  })
  expect(all.get('stock')).toMatchObject({ count: 0 })
})

test('the order of a document’s fields makes no difference', async () => {
  const stock = projections.find(({ into }) => into.name === nameOf('stock'))!.into
  const p1 = (await shown.get(stock, 'p1'))!
  await plant(nameOf('stock'), [
    { id: 'p1', document: Object.fromEntries(Object.entries(p1).toReversed()) as typeof p1 },
  ])
  expect((await verified()).get('stock')).toMatchObject({ count: 0 })
})

test('a read model that lacks changes from events before its position is reported', async () => {
  await append(log, 'stock', StockCounted({ productId: 'p1', ...SHARED, available: 9 }))
  const { position: from } = (await shown.checkpoint(nameOf('stock')))!
  await shown.commit(stepOf(nameOf('stock'), from, await log.head()))
  expect((await verified()).get('stock')).toMatchObject({
    differing: new Map([['p1', expect.stringMatching(/^p1 differs in .*lines/)]]),
  })
})

test('a read model is reported if it was never built, belongs to another log, or moves during the check', async () => {
  expect((await verified(openSqliteReadStore(':memory:'))).get('orders')).toMatchObject({
    why: expect.stringContaining('is not built'),
  })
  const { position: from } = (await shown.checkpoint(nameOf('stock')))!
  await shown.commit(stepOf(nameOf('stock'), from, `${from}9`))
  expect((await verified()).get('stock')).toMatchObject({ why: expect.stringContaining('not belong to this log') })
  let asked = 0
  const moving = {
    ...shown,
    checkpoint: async (name: string) => {
      const checkpoint = await shown.checkpoint(name)
      return name === nameOf('orders') && asked++ > 0 ? { ...checkpoint!, position: `${from}1` } : checkpoint
    },
  }
  expect((await verified(moving)).get('orders')).toMatchObject({
    why: expect.stringContaining('has changed it meanwhile'),
  })
})
