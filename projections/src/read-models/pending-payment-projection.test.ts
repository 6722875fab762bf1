import { AccountErased } from '@shop/language/account/events'
import { PaymentPending, PaymentRefused, RefundRequested } from '@shop/language/checkout/payment-events'
import { OrderPlaced } from '@shop/language/order/events'
import { expect, test } from 'vitest'
import samples from '../../../shared/language/src/events/stored-samples.json' with { type: 'json' }
import { documentsAfter } from '../spec.ts'
import { pendingPaymentProjection } from './pending-payment-projection.ts'

const data = PaymentPending.lift(samples.PaymentPending[0]!.data, 1)
const { checkoutId, providerOrderId, amountCents, pendingAt, holdUntil: _, held: __, ...bought } = data
const { captureId, customerId } = bought
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
  [
    'it is refused',
    PaymentRefused({ checkoutId, providerOrderId, code: 'DECLINED', final: true, meaning: 'refused', at: pendingAt }),
  ],
  ['its refund is requested', RefundRequested({ checkoutId, captureId, amountCents, reason: '' })],
])('a pending payment is gone when %s', (_, event) => {
  expect(shown(event)).toEqual({})
})

test('a pending payment stays when another capture is refunded', () => {
  const other = RefundRequested({ checkoutId, captureId: 'another', amountCents, reason: '' })
  expect(shown(other)).toHaveProperty(checkoutId)
})

test('a pending payment has no address after its customer was erased', () => {
  const erased = AccountErased({ accountId: customerId, emailKey: 'k' })
  expect(shown(erased)).toMatchObject({ [checkoutId]: { shippingAddress: null } })
})
