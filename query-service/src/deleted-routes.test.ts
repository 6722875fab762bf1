import { AccountErased } from '@shop/language/account/events'
import { OrderDeleted, OrderPlaced, OrderRestored, orderStream } from '@shop/language/order/events'
import { ProductDeleted, productStream } from '@shop/language/product/events'
import { boughtOf, nothingSince, saidNothing, sampleLine } from '@shop/language/test-support/sample-order'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startShop } from './test-support/start-shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
beforeEach(async () => {
  shop = await startShop()
  await shop.people()
})
afterEach(() => shop.close())

const root = { id: 'root', role: 'admin' } as const
const placed = (orderId: string) => ({
  orderId,
  ...boughtOf({
    ...sampleLine,
    productId: 'p1',
    name: 'Oxford Shirt',
    color: 'Blue',
    quantity: 2,
    priceCents: 4900,
    paidCents: 9800,
  }),
  captureId: `capture-${orderId}`,
  paidAt: '2026-01-09T10:00:00.000Z',
  placedAt: '2026-01-09T10:00:00.000Z',
})
const booked = { totalCents: 9800, placedAt: '2026-01-09T10:00:00.000Z', ...saidNothing }
const deletedOrder = async (orderId: string, facts: object = {}) => {
  await shop.happenedIn(orderStream(orderId), root, OrderPlaced({ ...placed(orderId), ...facts }))
  const lines = [{ productId: 'p1', quantity: 2 }]
  await shop.happenedIn(orderStream(orderId), root, OrderDeleted({ orderId, status: 'Processing', lines, ...booked }))
}
const deletedProduct = async (productId: string) => {
  await shop.listed(productId, { sku: 'S-1' })
  await shop.happenedIn(productStream(productId), root, ProductDeleted({ productId }))
}
const listed = async (query = '') =>
  ((await shop.body(`/admin/deleted${query}`, 'root')) as { _id: string }[]).map(({ _id }) => _id)

test('admins see each deleted order and product with its details, and who deleted it', async () => {
  await deletedProduct('p1')
  await deletedOrder('o1')
  expect(await shop.body('/admin/deleted?kind=product', 'root')).toEqual([
    {
      _id: 'p1',
      kind: 'product',
      deletedAt: expect.any(String),
      deletedBy: 'Grace Hopper',
      product: { name: 'Oxford Shirt', sku: 'S-1', image: '/pictures/shirt-1200.webp', price: 49 },
    },
  ])
  expect(await shop.body('/admin/deleted?kind=order', 'root')).toEqual([
    {
      _id: 'o1',
      kind: 'order',
      deletedAt: expect.any(String),
      deletedBy: 'Grace Hopper',
      version: expect.any(Number),
      order: {
        createdAt: '2026-01-09T10:00:00.000Z',
        totalPrice: 98,
        user: { _id: 'ada', name: 'Ada Byron' },
        pieces: ['Oxford Shirt'],
      },
    },
  ])
  expect((await listed()).toSorted()).toEqual(['o1', 'p1'])
  expect((await shop.ask('/admin/deleted', { as: 'ada' })).status).toBe(403)
})

test('the list of deleted orders is read in pages, and restored orders are removed from it', async () => {
  for (const id of ['o1', 'o2', 'o3']) await deletedOrder(id)
  const first = await shop.ask('/admin/deleted?limit=2', { as: 'root' })
  const ids = ((await first.json()) as { _id: string }[]).map(({ _id }) => _id)
  const next = /<(\?[^>]+)>/.exec(first.headers.get('link') ?? '')?.[1]
  expect([...ids, ...(await listed(next))].toSorted()).toEqual(['o1', 'o2', 'o3'])
  const restored = OrderRestored({ ...placed('o2'), status: 'Processing', refundDue: false, ...nothingSince })
  await shop.happenedIn(orderStream('o2'), root, restored)
  expect((await listed()).toSorted()).toEqual(['o1', 'o3'])
})

test('deleted things are found by number, name, SKU, and the name and email of the customer', async () => {
  await shop.listed('there', { name: 'Oxford Coat', sku: 'C-1' })
  await deletedProduct('p1')
  await shop.happenedIn(orderStream('there'), root, OrderPlaced(placed('there')))
  const [item] = placed('o1').items
  await deletedOrder('o1')
  await deletedOrder('o2', { customerId: 'bob', items: [{ ...item, name: 'Twill Cap', sku: 'CAP-7' }] })
  for (const [search, ids] of [
    ['oxford', ['o1', 'p1']],
    ['oxf shi', ['o1', 'p1']],
    ['S-1', ['p1']],
    ['cap-7', ['o2']],
    ['o2', ['o2']],
    ['Byron', ['o1']],
    ['bob@x.test', ['o2']],
    ['bob', ['o2']],
    ['coat', []],
    ['!', []],
    ['', ['o1', 'o2', 'p1']],
  ] as const)
    expect((await listed(`?search=${encodeURIComponent(search)}`)).toSorted(), search).toEqual(ids)
  expect(await listed('?search=oxford&kind=product')).toEqual(['p1'])
  const restored = OrderRestored({ ...placed('o1'), status: 'Processing', refundDue: false, ...nothingSince })
  await shop.happenedIn(orderStream('o1'), root, restored)
  expect(await listed('?search=oxford')).toEqual(['p1'])
})

test('the list no longer names an erased customer', async () => {
  await deletedOrder('o1')
  await shop.happened(AccountErased({ accountId: 'ada', emailKey: 'ada' }))
  const [order] = (await shop.body('/admin/deleted', 'root')) as { order: object }[]
  expect(order?.order).not.toHaveProperty('user')
})
