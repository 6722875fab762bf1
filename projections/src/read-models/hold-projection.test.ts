import {
  CheckoutAbandoned,
  CheckoutExpired,
  CheckoutPaid,
  CheckoutReopened,
  CheckoutStarted,
  CheckoutSuperseded,
} from '@shop/language/checkout/events'
import { PaymentPending, PaymentRefused, PaymentStarted, RefundRequested } from '@shop/language/checkout/payment-events'
import { boughtOf, sampleLine } from '@shop/language/test-support/sample-order'
import { sampleProduct } from '@shop/language/test-support/sample-product'
import { expect, test } from 'vitest'
import { documentsAfter } from '../spec.ts'
import { holdProjection } from './hold-projection.ts'

const item = { ...sampleLine, productId: 'p1', name: sampleProduct.name, quantity: 3, priceCents: 100, paidCents: 300 }
const bought = boughtOf(item)
const [startedAt, expiresAt, later] = ['2026-01-01T10:00:00Z', '2026-01-01T10:30:00Z', '2026-01-04T10:00:00Z']
const checkoutId = 'c1'
const started = CheckoutStarted({ checkoutId, ...bought, startedAt, expiresAt })
const begun = PaymentStarted({ checkoutId, providerOrderId: 'PP1' })
const money = { providerOrderId: 'PP1', captureId: 'CAP1', amountCents: 300 }
const pending = PaymentPending({
  checkoutId,
  ...bought,
  ...money,
  pendingAt: startedAt,
  holdUntil: later,
  held: true,
  reason: null,
})
const refusalOf = (providerOrderId: string) =>
  PaymentRefused({ checkoutId, providerOrderId, code: 'DENIED', final: true, meaning: 'refused', at: later })
const refundOf = (captureId: string) => RefundRequested({ checkoutId, captureId, amountCents: 300, reason: '' })
const holdAfter = (...events: Parameters<typeof documentsAfter>[1][]) =>
  documentsAfter(holdProjection, started, ...events)[checkoutId]

test('a hold shows the customer, the pieces, and from when until when they are held', () => {
  const { productId, name, size, color, quantity } = item
  expect(holdAfter()).toEqual({
    _id: checkoutId,
    customerId: 'ada',
    items: [{ productId, name, size, color, quantity }],
    pieces: 3,
    since: startedAt,
    until: expiresAt,
    payment: 'none',
    pending: null,
    isHeld: 'yes',
  })
  expect(holdAfter(begun)).toMatchObject({ payment: 'begun', isHeld: 'yes' })
  expect(holdAfter(begun, pending)).toMatchObject({ payment: 'pending', isHeld: 'yes', until: later })
})

test('a hold ends with its checkout, and is removed when the checkout is paid', () => {
  for (const end of [
    CheckoutExpired({ checkoutId }),
    CheckoutSuperseded({ checkoutId, by: 'c2' }),
    CheckoutAbandoned({ checkoutId, reason: '' }),
  ]) {
    expect(holdAfter(end)).toMatchObject({ isHeld: 'no', payment: 'none' })
    expect(holdAfter(begun, end)).toMatchObject({ isHeld: 'no', payment: 'begun' })
  }
  expect(holdAfter(begun, CheckoutPaid({ checkoutId, ...money, paidAt: later, held: true }))).toBeUndefined()
})

test('pieces are held again when the buyer approves late, and are no longer held when a pending payment is refused or refunded', () => {
  const reopened = [begun, CheckoutExpired({ checkoutId }), CheckoutReopened({ checkoutId, expiresAt: later })]
  expect(holdAfter(...reopened)).toMatchObject({ isHeld: 'yes', until: later })
  const paidInBrowser = [CheckoutExpired({ checkoutId }), CheckoutReopened({ checkoutId, expiresAt: later }), begun]
  expect(holdAfter(...paidInBrowser)).toMatchObject({ isHeld: 'yes', until: later, payment: 'begun' })
  const refused = refusalOf('PP1')
  expect(holdAfter(begun, refused)).toMatchObject({ isHeld: 'yes' })
  expect(holdAfter(begun, pending, refused)).toMatchObject({ isHeld: 'no' })
  expect(holdAfter(begun, pending, refundOf('CAP1'))).toMatchObject({ isHeld: 'no' })
})

test('the pieces of a pending payment stay held when another payment of the checkout is refused or refunded', () => {
  for (const other of [refusalOf('PP0'), refundOf('CAP0')])
    expect(holdAfter(begun, pending, other)).toMatchObject({ isHeld: 'yes', payment: 'pending' })
})
