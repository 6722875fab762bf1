import { afterEach, beforeEach, expect, test } from 'vitest'
import { orderFor, startForTests } from './test-support/start-for-tests.ts'

let paypal: Awaited<ReturnType<typeof startForTests>>
let token: string
beforeEach(async () => {
  paypal = await startForTests()
  token = await paypal.token()
})
afterEach(() => paypal.close())

const create = (value: string, requestId: string) =>
  paypal.post('/v2/checkout/orders', orderFor(value), { token, requestId })
const approve = (id: string) => paypal.post(`/v2/checkout/orders/${id}/approve`, {})
const capture = (id: string, requestId: string) =>
  paypal.post(`/v2/checkout/orders/${id}/capture`, {}, { token, requestId })

test('a repeated request gets the first answer', async () => {
  const [first, second] = [await create('5.00', 'a'), await create('5.00', 'a')]
  expect([second.status, second.body]).toEqual([201, first.body])
  expect((await create('5.00', 'b')).body.id).not.toBe(first.body.id)
})

test('twenty equal requests at the same time get the same answer', async () => {
  const replies = await Promise.all(Array.from({ length: 20 }, () => create('5.00', 'a')))
  expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
})

test('a request id stands for its first request, whatever is sent with it later', async () => {
  const { body } = await create('5.00', 'a')
  expect((await create('6.00', 'a')).body.id).toBe(body.id)

  const second = (await create('5.00', 'b')).body
  await approve(body.id)
  await approve(second.id)
  expect((await capture(body.id, 'pay')).status).toBe(201)
  expect((await capture(second.id, 'pay')).body.id).toBe(body.id)
})

test('orders, captures, refunds, tokens and kept answers survive a restart', async () => {
  const order = (await create('5.00', 'a')).body
  await approve(order.id)
  const captured = await capture(order.id, 'pay')
  const captureId = captured.body.purchase_units[0].payments.captures[0].id
  const refund = () => paypal.post(`/v2/payments/captures/${captureId}/refund`, {}, { token, requestId: 'back' })
  const refunded = await refund()
  const path = new URL(paypal.url).pathname
  const before = (await paypal.get(`/v2/checkout/orders/${order.id}`, { token })).body

  await paypal.restart()
  expect((await create('5.00', 'a')).body).toEqual(order)
  expect((await capture(order.id, 'pay')).body).toEqual(captured.body)
  expect((await refund()).body).toEqual(refunded.body)
  const after = (await paypal.get(`/v2/checkout/orders/${order.id}`, { token })).body
  const withoutOrigin = (body: object) => JSON.parse(JSON.stringify(body).replaceAll(/http:[^"]*?(?=\/simulator)/g, ''))
  expect(withoutOrigin(after)).toEqual(withoutOrigin(before))
  expect(after.links[0].href).toContain(path)
})

test('a refusal is not kept: the same capture succeeds once the buyer approved', async () => {
  const { id } = (await create('5.00', 'a')).body
  expect((await capture(id, 'pay')).status).toBe(422)
  await approve(id)
  expect((await capture(id, 'pay')).status).toBe(201)
  expect((await capture(id, 'pay')).status).toBe(201)
})

test('a request id longer than PayPal allows is refused', async () => {
  expect((await create('5.00', 'x'.repeat(109))).status).toBe(400)
})
