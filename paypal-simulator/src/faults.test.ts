import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderFor, startForTests } from './test-support/start-for-tests.ts'

let paypal: Awaited<ReturnType<typeof startForTests>>
let token: string
beforeAll(async () => {
  paypal = await startForTests({ faults: true })
  token = await paypal.token()
})
afterAll(() => paypal.close())

async function approved(): Promise<string> {
  const { body } = await paypal.post('/v2/checkout/orders', orderFor('42.50'), { token })
  await paypal.post(`/v2/checkout/orders/${body.id}/approve`, {})
  return body.id
}
const plan = (fault: string, orderId?: string, times?: number) => paypal.post('/faults', { orderId, fault, times })
const capture = (id: string) =>
  paypal.post(`/v2/checkout/orders/${id}/capture`, {}, { token, headers: { Prefer: 'return=representation' } })
const captureShown = async (id: string) =>
  (await paypal.get(`/v2/checkout/orders/${id}`, { token })).body.purchase_units[0].payments?.captures[0]

test.each([
  ['declined', 422, 'INSTRUMENT_DECLINED'],
  ['refused:TRANSACTION_REFUSED', 422, 'TRANSACTION_REFUSED'],
  ['403', 403, 'PERMISSION_DENIED'],
])('%s refuses as often as planned, and captures nothing meanwhile', async (fault, status, issue) => {
  const id = await approved()
  await plan(fault, id, 2)
  for (const _ of [1, 2]) {
    const refused = await capture(id)
    expect([refused.status, refused.body.details[0].issue]).toEqual([status, issue])
    expect(await captureShown(id)).toBeUndefined()
  }
  expect((await capture(id)).status).toBe(201)
})

test('5xx-after-capture and reply-dropped capture, and do not say so', async () => {
  const [first, second] = [await approved(), await approved()]
  await plan('5xx-after-capture', first)
  expect((await capture(first)).status).toBe(500)
  await plan('reply-dropped', second)
  await expect(capture(second)).rejects.toThrow()
  for (const id of [first, second]) expect(await captureShown(id)).toMatchObject({ status: 'COMPLETED' })
})

test('slow answers after the shop has given up', async () => {
  const id = await approved()
  await plan('slow', id)
  const begunMs = performance.now()
  expect((await capture(id)).status).toBe(201)
  expect(performance.now() - begunMs).toBeGreaterThan(5_500)
})

test.each([
  ['completed', 'COMPLETED'],
  ['denied', 'DECLINED'],
])('pending money ends when it is settled as %s', async (outcome, status) => {
  const id = await approved()
  await plan('pending', id)
  const { body } = await capture(id)
  expect(body.purchase_units[0].payments.captures[0]).toMatchObject({ status: 'PENDING' })
  expect(await captureShown(id)).toMatchObject({ status: 'PENDING' })
  expect((await paypal.post(`/orders/${id}/settle`, { outcome })).status).toBe(200)
  expect(await captureShown(id)).toMatchObject({ status })
})

test('a capture may be of another amount, in another currency, or under the id of an earlier one', async () => {
  const [wrongAmount, wrongCurrency, reused] = [await approved(), await approved(), await approved()]
  await plan('wrong-amount', wrongAmount)
  await capture(wrongAmount)
  expect(await captureShown(wrongAmount)).toMatchObject({ amount: { value: '42.51' } })
  await plan('wrong-currency', wrongCurrency)
  await capture(wrongCurrency)
  expect(await captureShown(wrongCurrency)).toMatchObject({ amount: { currency_code: 'EUR' } })
  await plan('capture-reused', reused)
  await capture(reused)
  expect((await captureShown(reused)).id).toBe((await captureShown(wrongCurrency)).id)
})

test('a refund made at the provider shows in the order', async () => {
  const id = await approved()
  await capture(id)
  expect((await paypal.post(`/orders/${id}/refund`, {})).status).toBe(200)
  expect(await captureShown(id)).toMatchObject({ status: 'REFUNDED' })
})

describe('a refund', () => {
  const captureOf = async (id: string) => (await captureShown(id)).id as string
  async function captured() {
    const order = await approved()
    await capture(order)
    return { order, captureId: await captureOf(order) }
  }
  const planRefund = (fault: string, orderId: string, times?: number) =>
    paypal.post('/faults', { orderId, fault, on: 'refund', times })
  const refund = (captureId: string, requestId: string) =>
    paypal.post(`/v2/payments/captures/${captureId}/refund`, {}, { token, requestId })

  test.each([
    ['declined', 422, 'INSTRUMENT_DECLINED'],
    ['refused:REFUND_NOT_ALLOWED', 422, 'REFUND_NOT_ALLOWED'],
    ['403', 403, 'PERMISSION_DENIED'],
  ])('is refused as %s as often as planned, and no money goes back meanwhile', async (fault, status, issue) => {
    const { order, captureId } = await captured()
    await planRefund(fault, order, 2)
    for (const _ of [1, 2]) {
      const refused = await refund(captureId, captureId)
      expect([refused.status, refused.body.details[0].issue]).toEqual([status, issue])
      expect(await captureShown(order)).toMatchObject({ status: 'COMPLETED' })
    }
    expect((await refund(captureId, captureId)).status).toBe(201)
    expect(await captureShown(order)).toMatchObject({ status: 'REFUNDED' })
  })

  test('is made though its answer is lost, and asked for again it is the same one', async () => {
    for (const fault of ['5xx-after-capture', 'reply-dropped']) {
      const { order, captureId } = await captured()
      await planRefund(fault, order)
      const lost = await refund(captureId, fault).catch(() => undefined)
      expect([undefined, 500]).toContain(lost?.status)
      expect(await captureShown(order)).toMatchObject({ status: 'REFUNDED' })
      const again = await refund(captureId, fault)
      expect(again.status).toBe(201)
      expect((await paypal.get(`/v2/payments/refunds/${again.body.id}`, { token })).status).toBe(200)
    }
  })

  test('keeps its faults to itself: the capture of the same order meets none', async () => {
    const order = await approved()
    await planRefund('declined', order)
    expect((await capture(order)).status).toBe(201)
    expect((await refund(await captureOf(order), 'own')).status).toBe(422)
  })
})

test('a fault without an order is of the next capture, whichever it is, and an unknown fault is refused', async () => {
  await plan('declined')
  expect((await capture(await approved())).status).toBe(422)
  for (const fault of ['fast', 'refused:', 'refused:lower', 5])
    expect((await paypal.post('/faults', { fault })).status).toBe(400)
})

test('a simulator without faults has no such calls', async () => {
  const plain = await startForTests()
  expect((await plain.post('/faults', { fault: 'declined' })).status).toBe(404)
  expect((await plain.post('/orders/X/settle', { outcome: 'denied' })).status).toBe(404)
  await plain.close()
})
