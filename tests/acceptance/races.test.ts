import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer, ShopCaller } from '../support/caller.ts'
import {
  adminAt,
  approvedPayment,
  checkoutOf,
  customerAt,
  guestAt,
  lineOf,
  listProduct,
  pay,
  startCheckout,
} from '../support/people.ts'
import { startShop } from '../support/shop.ts'
import { keyed, tried } from '../support/tried.ts'

/** The shop can handle more writes than this at once, so no write is refused for overload. */
const AT_ONCE = 50
/** Hashing a password is slow on purpose. At most 56 calls may wait for it, and any further call is refused. */
const REGISTERED_AT_ONCE = 10

let shop: Awaited<ReturnType<typeof startShop>>
let admin: ShopCaller
beforeAll(async () => {
  shop = await startShop({ DEMO: 'off' })
  admin = await adminAt(shop.url)
})
afterAll(() => shop.close())

const statusesOf = (answers: readonly Answer[]) => answers.map(({ status }) => status)
const times = (count: number, call: () => Promise<Answer>) =>
  Promise.all(Array.from({ length: count }, () => tried(call)))

/** Runs a task for each item, at most this many at once. When a task ends, the next task starts. */
async function forEach<One, Result>(
  all: readonly One[],
  atOnce: number,
  task: (one: One) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const left = [...all]
  async function worker() {
    for (let one = left.pop(); one !== undefined; one = left.pop()) results.push(await task(one))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}

test('twenty concurrent finalizations of one payment make one order, and all get this order as their answer', async () => {
  const product = await listProduct(admin, { countInStock: 20 })
  const buyer = await customerAt(shop.url)
  const { _id } = await startCheckout(buyer, product)
  await pay(buyer, _id, await approvedPayment(buyer, _id))
  const answers = await times(20, () => buyer.post(`/api/checkout/${_id}/finalize`))
  expect(new Set(statusesOf(answers))).toEqual(new Set([200]))
  const orderIds = new Set(answers.map(({ body }) => body._id))
  expect(orderIds.size).toBe(1)
  const placed = async () => (await buyer.get('/api/orders/my-orders')).body.map((order: { _id: string }) => order._id)
  await expect.poll(placed).toEqual([...orderIds])
  const stock = async () => (await buyer.get(`/api/products/${product._id}`)).body.countInStock
  await expect.poll(stock).toBe(19)
})

test('if a hundred buyers want ten pieces of one size, ten pay, and ninety are refused before they pay', async () => {
  const stock = [
    { size: 'M', color: 'Red', countInStock: 10 },
    { size: 'S', color: 'Red', countInStock: 500 },
  ]
  const product = await listProduct(admin, { countInStock: undefined, colors: ['Red'], stock })
  const buyers = await forEach(Array.from({ length: 100 }, String), REGISTERED_AT_ONCE, () => customerAt(shop.url))
  const answers = await forEach(buyers, AT_ONCE, async (buyer) => {
    const key = keyed()
    const started = await tried(() => buyer.post('/api/checkout', checkoutOf(product), key))
    if (started.status !== 201) return started
    const { _id } = started.body.checkout
    const payment = await approvedPayment(buyer, _id)
    return tried(() => pay(buyer, _id, payment))
  })
  const statuses = statusesOf(answers)
  expect(statuses.filter((status) => status === 200)).toHaveLength(10)
  expect(statuses.filter((status) => status === 409)).toHaveLength(90)
  const left = async () => {
    const { body } = await admin.get(`/api/products/${product._id}`)
    return body.stock.map(({ size, countInStock }: (typeof stock)[number]) => [size, countInStock])
  }
  await expect.poll(left).toEqual(
    expect.arrayContaining([
      ['M', 0],
      ['S', 500],
    ]),
  )
})

test('fifty concurrent additions to one line add fifty pieces', async () => {
  const product = await listProduct(admin, { countInStock: 1000 })
  const guest = guestAt(shop.url)
  const answers = await Promise.all(
    Array.from({ length: 50 }, keyed).map((key) =>
      tried(() => guest.post('/api/cart', { ...lineOf(product, 1), guestId: guest.guestId }, key)),
    ),
  )
  expect(new Set(statusesOf(answers))).toEqual(new Set([200]))
  const { body } = await guest.get(`/api/cart?guestId=${guest.guestId}`)
  expect(body.products).toMatchObject([{ quantity: 50 }])
})

test('when two admins save one product with the same version, the second is refused', async () => {
  const product = await listProduct(admin, { name: 'As both saw it' })
  const seen = (await admin.get(`/api/products/${product._id}`)).headers.get('etag') ?? ''
  const admins = await Promise.all([adminAt(shop.url), adminAt(shop.url)])
  const save = (one: ShopCaller, name: string) =>
    one.put(`/api/products/${product._id}`, { name }, { headers: { 'if-match': seen } })
  const answers = await Promise.all(admins.map((one, at) => save(one, `Saved by ${at}`)))
  expect(statusesOf(answers).toSorted()).toEqual([200, 412])
  const winner = statusesOf(answers).indexOf(200)
  const name = async () => (await admin.get(`/api/products/${product._id}`)).body.name
  await expect.poll(name).toBe(`Saved by ${winner}`)
})
