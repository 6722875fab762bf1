import { clientId, clientSecret, merchantId, orderFor, startForTests } from '@shop/paypal-simulator/start-for-tests'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PaymentProvider } from './payment-provider.ts'
import { openPaypal } from './paypal.ts'

/* The adapter with the PayPal simulator and its ledger. */

let simulator: Awaited<ReturnType<typeof startForTests>>
let paypal: PaymentProvider
beforeEach(async () => {
  simulator = await startForTests()
  paypal = openPaypal({ baseUrl: simulator.url, clientId, clientSecret })
})
afterEach(() => simulator.close())

const approve = (id: string) => simulator.post(`/v2/checkout/orders/${id}/approve`, {})

test('a payment goes from the order to the refund, and repeated steps change nothing', async () => {
  const made = { checkoutId: 'c1', totalCents: 4998 }
  const { providerOrderId } = await paypal.createOrder(made)
  expect(await paypal.createOrder(made)).toEqual({ providerOrderId })
  const act = { checkoutId: 'c1', providerOrderId }
  await expect(paypal.capture(act)).rejects.toMatchObject({ code: 'PAYMENT_NOT_VERIFIED' })
  await approve(providerOrderId)
  expect(await paypal.orderOf(providerOrderId)).toMatchObject({ status: 'APPROVED', captures: [] })
  const taken = await paypal.capture(act)
  expect(taken).toMatchObject({
    status: 'COMPLETED',
    captures: [{ status: 'COMPLETED', amountCents: 4998, currency: 'USD', paysUs: true, customId: 'c1' }],
  })
  expect(await paypal.capture(act)).toEqual(taken)
  expect(await paypal.orderOf(providerOrderId)).toEqual(taken)
  const back = { checkoutId: 'c1', captureId: taken.captures[0]?.id ?? '' }
  const { refundId } = await paypal.refund(back)
  expect(await paypal.refund(back)).toEqual({ refundId })
  expect(await paypal.orderOf(providerOrderId)).toMatchObject({ captures: [{ status: 'REFUNDED' }] })
})

test('a capture that another client made is found', async () => {
  const token = await simulator.token()
  const { body } = await simulator.post('/v2/checkout/orders', orderFor('10.00'), { token })
  await approve(body.id)
  await simulator.post(`/v2/checkout/orders/${body.id}/capture`, {}, { token })
  expect(await paypal.capture({ checkoutId: 'checkout-1', providerOrderId: body.id })).toMatchObject({
    captures: [{ amountCents: 1000 }],
  })
})

test('an order with another payee does not pay the shop', async () => {
  const token = await simulator.token()
  const theirs = orderFor('10.00', { payee: { merchant_id: 'SOMEBODYELSE1' } })
  const { body } = await simulator.post('/v2/checkout/orders', theirs, { token })
  expect(await paypal.orderOf(body.id)).toMatchObject({ paysUs: false })
  const ours = openPaypal({ baseUrl: simulator.url, clientId, clientSecret, merchantId })
  const { providerOrderId } = await ours.createOrder({ checkoutId: 'c2', totalCents: 1 })
  expect(await ours.orderOf(providerOrderId)).toMatchObject({ paysUs: true, amountCents: 1 })
})

test('a declined payment is not verified', async () => {
  const { providerOrderId } = await paypal.createOrder({ checkoutId: 'c1', totalCents: 100 })
  await simulator.post(`/v2/checkout/orders/${providerOrderId}/decline`, {})
  await expect(paypal.capture({ checkoutId: 'c1', providerOrderId })).rejects.toMatchObject({
    code: 'PAYMENT_NOT_VERIFIED',
  })
})

test('an unknown order is undefined', async () => {
  expect(await paypal.orderOf('5O190127TN364715T')).toBeUndefined()
})
