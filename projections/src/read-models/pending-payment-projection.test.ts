import { AccountErased } from '@shop/language/account/events'
import { PaymentPending, PaymentRefused, RefundRequested } from '@shop/language/checkout/payment-events'
import { OrderPlaced } from '@shop/language/order/events'
import { expect, test } from 'vitest'
import samples from '../../../shared/language/src/events/stored-samples.json' with { type: 'json' }
import { documentsAfter } from '../spec.ts'
import { pendingPaymentProjection } from './pending-payment-projection.ts'

const data = PaymentPending.lift(samples.PaymentPending[0]!.data, 1)
const { checkoutId, amountCents, pendingAt, holdUntil: _, held: __, ...bought } = data
const { providerOrderId, captureId, customerId } = bought
const refusal = { checkoutId, code: 'DECLINED', final: true, meaning: 'refused', at: pendingAt } as const
const shown = (...after: Parameters<typeof documentsAfter>[1][]) =>
  documentsAfter(pendingPaymentProjection, PaymentPending(data), ...after)

test('a pending payment is shown with what was bought', () => {
  expect(shown()).toEqual({ [checkoutId]: { _id: checkoutId, ...bought, placedAt: pendingAt } })
  expect(documentsAfter(pendingPaymentProjection, PaymentPending({ ...data, reason: 'ECHECK' }))).toMatchObject({
    [checkoutId]: { reason: 'ECHECK' },
  })
})

test.each([
  ['the order is placed', OrderPlaced({ orderId: checkoutId, ...bought, paidAt: pendingAt, placedAt: pendingAt })],
  ['it is refused', PaymentRefused({ ...refusal, providerOrderId })],
  ['its refund is requested', RefundRequested({ checkoutId, captureId, amountCents, reason: '' })],
])('a pending payment is gone when %s', (_, event) => {
  expect(shown(event)).toEqual({})
})

test.each([
  ['refused', PaymentRefused({ ...refusal, providerOrderId: 'another' })],
  ['refunded', RefundRequested({ checkoutId, captureId: 'another', amountCents, reason: '' })],
])('a pending payment stays when another payment of its checkout is %s', (_, event) => {
  expect(shown(event)).toHaveProperty(checkoutId)
})

test('a pending payment has no address after its customer was erased', () => {
  const erased = AccountErased({ accountId: customerId, emailKey: 'k' })
  expect(shown(erased)).toMatchObject({ [checkoutId]: { shippingAddress: null } })
})
