import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Reply } from './test-support/start-for-tests.ts'
import { merchantId, orderFor, startForTests } from './test-support/start-for-tests.ts'

let paypal: Awaited<ReturnType<typeof startForTests>>
let token: string
beforeAll(async () => {
  paypal = await startForTests()
  token = await paypal.token()
})
afterAll(() => paypal.close())

async function capture(value: string) {
  const { body } = await paypal.post('/v2/checkout/orders', orderFor(value), { token })
  await paypal.post(`/v2/checkout/orders/${body.id}/approve`, {})
  const captured = await paypal.post(`/v2/checkout/orders/${body.id}/capture`, {}, { token })
  return { orderId: body.id as string, id: captured.body.purchase_units[0].payments.captures[0].id as string }
}
const refund = (id: string, body: object) => paypal.post(`/v2/payments/captures/${id}/refund`, body, { token })
const dollars = (value: string) => ({ amount: { currency_code: 'USD', value } })

test("a capture names its order, its payee and the shop's custom id", async () => {
  const { id, orderId } = await capture('42.50')
  const { body } = await paypal.get(`/v2/payments/captures/${id}`, { token })
  expect(body).toMatchObject({
    id,
    status: 'COMPLETED',
    ...dollars('42.50'),
    custom_id: 'checkout-1',
    payee: { merchant_id: merchantId },
    supplementary_data: { related_ids: { order_id: orderId } },
  })
})

test('a refund without an amount refunds the whole capture, but only once', async () => {
  const { id } = await capture('42.50')
  const { status, body } = await refund(id, {})
  expect([status, body.status]).toEqual([201, 'COMPLETED'])
  expect((await paypal.get(`/v2/payments/refunds/${body.id}`, { token })).body).toMatchObject(dollars('42.50'))
  expect((await paypal.get(`/v2/payments/captures/${id}`, { token })).body.status).toBe('REFUNDED')
  expect((await refund(id, {})).body.details[0].issue).toBe('CAPTURE_FULLY_REFUNDED')
})

test('parts of a capture can be refunded until nothing is left', async () => {
  const { id, orderId } = await capture('10.00')
  expect((await refund(id, { ...dollars('4.01'), note_to_payer: 'One sock' })).status).toBe(201)
  expect((await paypal.get(`/v2/payments/captures/${id}`, { token })).body.status).toBe('PARTIALLY_REFUNDED')
  expect((await refund(id, dollars('6.00'))).body.details[0].issue).toBe('REFUND_AMOUNT_EXCEEDED')
  expect((await refund(id, {})).status).toBe(201)
  const { refunds } = (await paypal.get(`/v2/checkout/orders/${orderId}`, { token })).body.purchase_units[0].payments
  expect(refunds.map(({ amount }: Reply['body']) => amount.value)).toEqual(['4.01', '5.99'])
})

test('concurrent refunds never exceed the capture', async () => {
  const { id } = await capture('10.00')
  const replies = await Promise.all(Array.from({ length: 12 }, () => refund(id, dollars('3.00'))))
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(3)
})

test('a refund of zero, in another currency or with a malformed amount is refused', async () => {
  const { id } = await capture('10.00')
  const issueOf = async (body: object) => (await refund(id, body)).body.details[0].issue
  expect(await issueOf(dollars('0.00'))).toBe('CANNOT_BE_ZERO_OR_NEGATIVE')
  expect(await issueOf({ amount: { currency_code: 'EUR', value: '1.00' } })).toBe('REFUND_CAPTURE_CURRENCY_MISMATCH')
  expect(await issueOf({ amount: 'all' })).toBe('INVALID_PARAMETER_VALUE')
  expect((await paypal.get(`/v2/payments/captures/${id}`, { token })).body.status).toBe('COMPLETED')
})
