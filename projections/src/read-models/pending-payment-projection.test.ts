import { AccountErased } from '@shop/language/events/account-events'
import { PaymentPending, PaymentRefused, RefundRequested } from '@shop/language/events/checkout-events'
import { OrderPlaced } from '@shop/language/events/order-events'
import { expect, test } from 'vitest'
import { documentsAfter } from '../spec.ts'
import { pendingPaymentProjection } from './pending-payment-projection.ts'

const AT = '2026-01-02T10:00:00.000Z'
const address = { firstName: 'Ada', lastName: '', address: '', city: 'London', postalCode: '', country: '', phone: '' }
const item = {
  productId: 'p1',
  name: 'Skirt',
  image: '',
  sku: '',
  size: 'M',
  color: 'Red',
  quantity: 1,
  priceCents: 6800,
}
const bought = {
  customerId: 'ada',
  items: [item],
  totalCents: 6800,
  shippingAddress: address,
  paymentMethod: 'PayPal',
  captureId: 'cap1',
}
const pending = PaymentPending({
  checkoutId: 'c1',
  ...bought,
  providerOrderId: 'pp1',
  amountCents: 6800,
  pendingAt: AT,
  holdUntil: '2026-01-05T10:00:00.000Z',
  held: true,
})
const shown = (...after: Parameters<typeof documentsAfter>[1][]) =>
  documentsAfter(pendingPaymentProjection, pending, ...after)

test('a pending payment is shown with what was bought', () => {
  expect(shown()).toEqual({ c1: { _id: 'c1', ...bought, placedAt: AT } })
})

test.each([
  ['the order is placed', OrderPlaced({ orderId: 'c1', ...bought, paidAt: AT, placedAt: AT })],
  ['it is refused', PaymentRefused({ checkoutId: 'c1', providerOrderId: 'pp1', code: 'DECLINED', final: true })],
  ['it goes back', RefundRequested({ checkoutId: 'c1', captureId: 'cap1', amountCents: 6800, reason: '' })],
])('it is gone when %s', (_, event) => {
  expect(shown(event)).toEqual({})
})

test('it stays when another capture goes back', () => {
  const other = RefundRequested({ checkoutId: 'c1', captureId: 'cap2', amountCents: 6800, reason: '' })
  expect(shown(other)).toHaveProperty('c1')
})

test('an erased person has no address in it', () => {
  expect(shown(AccountErased({ accountId: 'ada', emailKey: 'k' }))).toMatchObject({ c1: { shippingAddress: null } })
})
