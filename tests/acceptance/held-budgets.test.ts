import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminAt, approvedPayment, checkoutOf, customerAt, listProduct, pay, startCheckout } from '../support/people.ts'
import { startShop } from '../support/shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: Awaited<ReturnType<typeof adminAt>>
beforeAll(async () => {
  shop = await startShop({ DEMO: 'off', RATE_LIMITS: 'on', TRUST_PROXY: 'true' })
  admin = await adminAt(shop.url)
})
afterAll(() => shop.close())

const holds = async () => (await admin.get('/api/admin/holds')).body as { _id: string; pieces: number }[]

test('K10: new customers cannot hold the last third of a product, and the refusal says how to hold more', async () => {
  const shirt = await listProduct(admin, { countInStock: 30 })
  const eve = await customerAt(shop.url)
  const { status, body } = await eve.post('/api/checkout', checkoutOf(shirt, 21))
  expect([status, body.code]).toEqual([409, 'OUT_OF_STOCK'])
  expect(body.message).toMatch(/at most 20 unpaid pieces of this product.* confirmed your email address/)
  expect((await eve.post('/api/checkout', checkoutOf(shirt, 20))).status).toBe(201)
  const honest = await customerAt(shop.url)
  expect((await honest.post('/api/checkout', checkoutOf(shirt, 3))).status).toBe(201)
})

test('a new checkout does not extend the hold of its pieces', async () => {
  const shirt = await listProduct(admin, { countInStock: 30 })
  const eve = await customerAt(shop.url)
  const first = await startCheckout(eve, shirt, 2)
  const second = await startCheckout(eve, shirt, 3)
  expect(second._id).not.toBe(first._id)
  expect(second.expiresAt).toBe(first.expiresAt)
})

test('an admin sees the holds and can release a hold; a customer can release their own hold', async () => {
  const shirt = await listProduct(admin, { countInStock: 4, name: 'Held shirt' })
  const [ada, bob] = [await customerAt(shop.url), await customerAt(shop.url)]
  const { _id, expiresAt: until } = await startCheckout(ada, shirt, 2)
  const found = (await holds()).find((hold) => hold._id === _id)
  expect(found).toMatchObject({ pieces: 2, until, payment: 'none', user: { _id: ada.id } })
  expect(found).toMatchObject({ items: [{ name: 'Held shirt', size: 'M', color: 'Red', quantity: 2 }] })
  expect(await admin.post(`/api/admin/holds/${_id}/release`)).toMatchObject({ status: 200 })
  expect((await holds()).map((hold) => hold._id)).not.toContain(_id)
  expect((await admin.post(`/api/admin/holds/${_id}/release`)).status).toBe(409)
  const own = await startCheckout(bob, shirt, 2)
  expect(await bob.post(`/api/checkout/${own._id}/cancel`)).toMatchObject({
    status: 200,
    body: { status: 'abandoned' },
  })
  expect((await admin.get(`/api/products/${shirt._id}`)).body.countInStock).toBe(4)
})

test('an admin sees that a buyer has started to pay, and an approved payment becomes the order', async () => {
  const shirt = await listProduct(admin, { countInStock: 9 })
  const ada = await customerAt(shop.url)
  const { _id } = await startCheckout(ada, shirt, 2)
  const paymentId = await approvedPayment(ada, _id)
  const refused = await admin.post(`/api/admin/holds/${_id}/release`)
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('started to pay')])
  const paid = await admin.post(`/api/admin/holds/${_id}/release`, { evenIfBegun: true })
  expect(paid).toMatchObject({ status: 409, body: { code: 'CONFLICT', orderId: _id } })
  expect((await pay(ada, _id, paymentId)).status).toBe(200)
  expect((await ada.get(`/api/orders/${_id}`)).body.isPaid).toBe(true)
})
