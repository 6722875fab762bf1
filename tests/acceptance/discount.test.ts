import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShopCaller } from '../support/caller.ts'
import { subscribe } from '../support/outbox.ts'
import { adminAt, approvedPayment, buy, checkoutOf, customerAt, lineOf, listProduct, pay } from '../support/people.ts'
import { startShop } from '../support/shop.ts'

let shop: Awaited<ReturnType<typeof startShop>>
let admin: ShopCaller
let product: Awaited<ReturnType<typeof listProduct>>
beforeAll(async () => {
  shop = await startShop({ DEMO: 'off' })
  admin = await adminAt(shop.url)
  product = await listProduct(admin, { price: 24.99 })
})
afterAll(() => shop.close())

const refusedWith = (message: string) => ({
  status: 400,
  body: { code: 'VALIDATION_FAILED', fields: [{ path: 'discountCode', message: expect.stringContaining(message) }] },
})

test('the newsletter’s code takes a tenth off the first order of the subscribed address, once', async () => {
  const [customer, stranger] = [await customerAt(shop.url), await customerAt(shop.url)]
  const code = await subscribe(customer, admin, customer.email)
  expect(code).toMatch(/^\w{5}-\w{5}$/)
  const start = (by: ShopCaller, discountCode: string, more = {}) =>
    by.post('/api/checkout', { ...checkoutOf(product, 2), discountCode, ...more })
  await customer.post('/api/cart', { ...lineOf(product, 2), userId: customer.id, discountCode: code })
  expect(await start(customer, '00000-00000')).toMatchObject(refusedWith('is not for the email address'))
  expect(await start(stranger, code)).toMatchObject(refusedWith('is not for the email address'))
  expect((await start(customer, code, { totalPrice: 40 })).body).toMatchObject({ code: 'PRICE_CHANGED', total: 44.98 })
  // A client can send as the total either the sum of the lines or the discounted sum. The second checkout with the code replaces the first.
  for (const totalPrice of [49.98, 44.98])
    expect(await start(customer, code.toLowerCase(), { totalPrice })).toMatchObject({
      status: 201,
      body: { checkout: { discount: 5, total: 44.98, totalPrice: 44.98, checkoutItems: [{ price: 24.99 }] } },
    })
  const { body: cart } = await customer.get(`/api/cart?userId=${customer.id}`)
  expect(JSON.stringify(cart)).not.toContain(code)
  expect(cart.totalPrice).toBe(49.98)

  const { body } = await start(customer, code)
  const checkoutId = body.checkout._id
  await pay(customer, checkoutId, await approvedPayment(customer, checkoutId))
  const { body: order } = await customer.post(`/api/checkout/${checkoutId}/finalize`)
  expect(order).toMatchObject({ isPaid: true, discount: 5, totalPrice: 44.98, orderItems: [{ paid: 44.98 }] })
  expect(await start(customer, code)).toMatchObject(refusedWith('ordered before'))

  await customer.post(`/api/orders/${order._id}/cancel`)
  const refunded = async () => (await customer.get(`/api/orders/${order._id}`)).body.refundedTotal
  await expect.poll(refunded).toBe(44.98)
  expect(await start(customer, code)).toMatchObject(refusedWith('ordered before'))
})

test('the refunds of pieces returned one by one add up to the sum that was paid for all pieces', async () => {
  const customer = await customerAt(shop.url)
  const discountCode = await subscribe(customer, admin, customer.email)
  const { body } = await customer.post('/api/checkout', { ...checkoutOf(product, 3), discountCode })
  const { _id, totalPrice } = body.checkout
  expect(totalPrice).toBe(67.47)
  await pay(customer, _id, await approvedPayment(customer, _id))
  await customer.post(`/api/checkout/${_id}/finalize`)
  const order = async () => (await customer.get(`/api/orders/${_id}`)).body
  for (let piece = 1; piece <= 3; piece++) {
    await admin.post(`/api/admin/orders/${_id}/refunds`, { lines: [{ line: 0, quantity: 1 }], reason: 'Too wide' })
    await expect.poll(async () => (await order()).refundedTotal).toBe([0, 22.49, 44.98, 67.47][piece])
  }
  expect(await order()).toMatchObject({ discount: 7.5, orderItems: [{ refundable: 0 }] })
})

test('for a client that sends no code nothing changes', async () => {
  const order = await buy(await customerAt(shop.url), product)
  expect(order).toMatchObject({ totalPrice: 24.99 })
  expect(order).not.toHaveProperty('discount')
})
