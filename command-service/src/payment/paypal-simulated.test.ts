import {
  clientId,
  clientSecret,
  merchantId,
  orderFor,
  startForTests,
} from '@shop/paypal-simulator/test-support/start-for-tests'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PaymentProvider } from './payment-provider.ts'
import { openPaypal } from './paypal.ts'

/* Tests the adapter with the PayPal simulator and its ledger. */

let simulator: Awaited<ReturnType<typeof startForTests>>
let paypal: PaymentProvider
beforeEach(async () => {
  simulator = await startForTests()
  paypal = openPaypal({ baseUrl: simulator.url, clientId, clientSecret })
})
afterEach(() => simulator.close())

type Made = Readonly<{ checkoutId: string; totalCents: number; attempt: number }>

async function created(order: Made, by = paypal): Promise<string> {
  const answer = await by.createOrder({ items: [], shippingAddress: null, ...order })
  if (answer.is !== 'created') throw new Error(JSON.stringify(answer))
  return answer.providerOrderId
}
const approve = (id: string) => simulator.post(`/v2/checkout/orders/${id}/approve`, {})

test('a payment goes through all steps from order to refund, and repeated steps change nothing', async () => {
  const made = { checkoutId: 'c1', totalCents: 4998, attempt: 0 }
  const providerOrderId = await created(made)
  expect(await created(made)).toBe(providerOrderId)
  const act = { checkoutId: 'c1', providerOrderId, attempt: 0 }
  expect(await paypal.capture(act)).toMatchObject({ is: 'refused', code: 'ORDER_NOT_APPROVED', final: false })
  await approve(providerOrderId)
  expect(await paypal.lookUp(providerOrderId)).toMatchObject({ is: 'approved', order: { captures: [] } })
  const taken = await paypal.capture(act)
  expect(taken).toMatchObject({
    is: 'taken',
    capture: { status: 'COMPLETED', amountCents: 4998, currency: 'USD', paysUs: true, customId: 'c1' },
  })
  expect(await paypal.capture(act)).toEqual(taken)
  expect(await paypal.lookUp(providerOrderId)).toEqual(taken)
  expect(await paypal.orderOf(taken.is === 'taken' ? taken.capture.id : '')).toEqual({ is: 'found', providerOrderId })
  expect(await paypal.orderOf(providerOrderId)).toMatchObject({ is: 'refused' })
  const back = { checkoutId: 'c1', captureId: taken.is === 'taken' ? taken.capture.id : '', attempt: 0 }
  const refunded = await paypal.refund(back)
  expect(refunded).toMatchObject({ is: 'refunded' })
  expect(await paypal.refund(back)).toEqual(refunded)
  expect(await paypal.lookUp(providerOrderId)).toMatchObject({
    is: 'given back',
    order: { captures: [{ status: 'REFUNDED' }] },
  })
})

test('a capture that another client made is found', async () => {
  const token = await simulator.token()
  const { body } = await simulator.post('/v2/checkout/orders', orderFor('10.00'), { token })
  await approve(body.id)
  await simulator.post(`/v2/checkout/orders/${body.id}/capture`, {}, { token })
  expect(await paypal.capture({ checkoutId: 'checkout-1', providerOrderId: body.id, attempt: 0 })).toMatchObject({
    capture: { amountCents: 1000 },
  })
})

test('an order with another payee is refused, or does not pay the shop', async () => {
  const token = await simulator.token()
  const theirs = orderFor('10.00', { payee: { merchant_id: 'ANQTHERSHQP22' } })
  expect(await simulator.post('/v2/checkout/orders', theirs, { token })).toMatchObject({
    status: 422,
    body: { details: [{ issue: 'PAYEE_ACCOUNT_INVALID' }] },
  })
  const ours = openPaypal({ baseUrl: simulator.url, clientId, clientSecret, merchantId })
  const providerOrderId = await created({ checkoutId: 'c2', totalCents: 1, attempt: 0 }, ours)
  expect(await ours.lookUp(providerOrderId)).toMatchObject({ order: { paysUs: true, amountCents: 1 } })
  const other = await startForTests({ faults: true })
  const theirShop = openPaypal({ baseUrl: other.url, clientId, clientSecret, merchantId })
  await other.post('/faults', { fault: 'wrong-payee', on: 'create' })
  const paid = await created({ checkoutId: 'c3', totalCents: 1, attempt: 0 }, theirShop)
  expect(await theirShop.lookUp(paid)).toMatchObject({ order: { paysUs: false } })
  await other.close()
})

test('a declined payment is refused, and may be tried again', async () => {
  const providerOrderId = await created({ checkoutId: 'c1', totalCents: 100, attempt: 0 })
  await simulator.post(`/v2/checkout/orders/${providerOrderId}/decline`, {})
  const answer = await paypal.capture({ checkoutId: 'c1', providerOrderId, attempt: 0 })
  expect(answer).toMatchObject({ is: 'refused', code: 'INSTRUMENT_DECLINED', final: false })
})

test('an unknown order is finally refused', async () => {
  expect(await paypal.lookUp('5O190127TN364715T')).toMatchObject({ is: 'refused', final: true })
})

const FIELDS =
  `amount captures create_time custom_id id invoice_id links merchant_id payee payments purchase_units seller_protection
  status supplementary_data update_time`.split(/\s+/)

describe('an answer that leaves out an optional field never says something else than the full answer', () => {
  let faulty: Awaited<ReturnType<typeof startForTests>>
  beforeEach(async () => {
    faulty = await startForTests({ faults: true })
  })
  afterEach(() => faulty.close())

  async function paid() {
    const shop = openPaypal({ baseUrl: faulty.url, clientId, clientSecret, merchantId })
    const providerOrderId = await created({ checkoutId: 'c1', totalCents: 4998, attempt: 0 }, shop)
    await faulty.post(`/v2/checkout/orders/${providerOrderId}/approve`, {})
    const capture = () => shop.capture({ checkoutId: 'c1', providerOrderId, attempt: 0 })
    return {
      shop,
      providerOrderId,
      capture,
      plan: (fault: string, on: string) => faulty.post('/faults', { fault, on }),
    }
  }

  test.each(FIELDS)('%s of a captured order', async (field) => {
    const { shop, providerOrderId, capture, plan } = await paid()
    await plan(`without:${field}`, 'capture')
    const first = await capture()
    const full = await shop.lookUp(providerOrderId)
    expect(full).toMatchObject({ is: 'taken', capture: { paysUs: true } })
    if (first.is !== 'unknown')
      expect(first).toMatchObject({ is: 'taken', capture: { paysUs: true, amountCents: 4998 } })
    await plan(`without:${field}`, 'look-up')
    const found = await shop.lookUp(providerOrderId)
    if (!['unknown', 'unclear'].includes(found.is))
      expect(found).toMatchObject({ is: 'taken', capture: { paysUs: true, amountCents: 4998 } })
  })

  test.each(FIELDS)('%s of a pending refund', async (field) => {
    const { shop, capture, plan } = await paid()
    const taken = await capture()
    const captureId = taken.is === 'taken' ? taken.capture.id : ''
    await plan('status:PENDING', 'refund')
    const refund = () => shop.refund({ checkoutId: 'c1', captureId, attempt: 0 })
    const first = await refund()
    await plan(`without:${field}`, 'refund')
    const again = await refund()
    if (again.is !== 'unknown') expect(again).toEqual(first)
    await plan(`without:${field}`, 'look-up')
    const found = await shop.lookUpRefund(first.is === 'pending' ? first.refundId : '')
    if (found.is !== 'unknown') expect(found).toEqual(first)
  })
})
