import { CheckoutStarted } from '@shop/language/checkout/events'
import { PaymentPending, PaymentRefused, PaymentStarted } from '@shop/language/checkout/payment-events'
import { boughtOf, sampleLine } from '@shop/language/test-support/sample-order'
import { test } from 'vitest'
import { specOf } from '../spec.ts'
import { checkoutDecider } from './checkout-decider.ts'

const { given } = specOf(checkoutDecider)
const checkoutId = 'c1'
const at = '2026-01-01T10:00:00.000Z'
const bought = { ...boughtOf(sampleLine), items: [] }
const money = { providerOrderId: 'PP', captureId: 'CAP', amountCents: 2500 }
const items = [sampleLine]
const started = CheckoutStarted({ checkoutId, ...bought, items, startedAt: at, expiresAt: at })
const begun = PaymentStarted({ checkoutId, providerOrderId: 'PP' })
const pending = PaymentPending({
  checkoutId,
  ...bought,
  items,
  ...money,
  pendingAt: at,
  holdUntil: at,
  held: false,
  reason: 'ECHECK',
})
const refusal = { code: 'DECLINED', meaning: 'refused', at } as const
const refused = (final: boolean, more: object = {}) =>
  PaymentRefused({ ...refusal, checkoutId, providerOrderId: 'PP', final, ...more })
const refusedInReview = (final: boolean) => refused(final, { wasPending: true })

const notePending = {
  type: 'NotePending',
  checkoutId,
  ...money,
  at,
  holdUntil: at,
  heldLapses: undefined,
  reason: 'ECHECK',
} as const
const noteRefusal = { type: 'NoteRefusal', checkoutId, providerOrderId: 'PP', ...refusal } as const

test('a finally refused payment does not become pending again, even if an older query says that it is', () => {
  given(started, begun, refused(true)).when(notePending).thenNothing()
  given(started, begun, refused(false)).when(notePending).thenEvents(pending)
})

test('a pending payment is recorded as refused once, even if an earlier refusal had the same code', () => {
  given(started, begun, refused(false), pending)
    .when({ ...noteRefusal, final: false })
    .thenEvents(refusedInReview(false))
  given(started, begun, refused(true), pending)
    .when({ ...noteRefusal, final: true })
    .thenEvents(refusedInReview(true))
  given(started, begun, pending, refused(true))
    .when({ ...noteRefusal, final: true })
    .thenNothing()
})
