import {
  clientId,
  clientSecret,
  merchantId,
  orderFor,
  startForTests,
} from '@shop/paypal-simulator/test-support/start-for-tests'
import { afterEach, beforeEach, expect, test } from 'vitest'
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
