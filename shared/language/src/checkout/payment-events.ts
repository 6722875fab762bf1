import * as z from 'zod'
import { asItIs, bought, withPaidAndCountry } from '../events/bought.ts'
import { defineEvent } from '../events/event.ts'

const checkoutId = z.string()
const capture = { captureId: z.string(), amountCents: z.int().nonnegative() }

export const PaymentStarted = defineEvent('PaymentStarted', {
  says: 'The payment provider has created an order with this id, and the buyer may approve it.',
  schema: z.object({ checkoutId, providerOrderId: z.string() }),
})
/**
 * The provider's review takes hours or days (decisions S7: pending money). `held`: whether the pieces were still reserved when the money
 * came. `reason`: in the provider's words.
 */
export const PaymentPending = defineEvent('PaymentPending', {
  says: 'The provider has taken the money but still reviews it. If `held`, the pieces are held until `holdUntil`.',
  schema: z.object({
    checkoutId,
    ...bought,
    providerOrderId: z.string(),
    ...capture,
    pendingAt: z.string(),
    holdUntil: z.string(),
    held: z.boolean(),
    reason: z.nullable(z.string()),
  }),
  upcasters: [withPaidAndCountry, asItIs, (data) => ({ ...data, reason: null })],
  personal: { of: 'customerId', fields: ['shippingAddress'] },
})
export const PendingReasonChanged = defineEvent('PendingReasonChanged', {
  says: 'The provider has a new reason for its review of a payment.',
  schema: z.object({ checkoutId, captureId: z.string(), reason: z.string() }),
})
/**
 * `meaning`: the provider decided against the payment (`refused`), or did not act on the request (`not carried out`). `final`: this order
 * of the provider can no longer be paid. `wasPending`: the provider had been reviewing the payment, and the buyer waits for the outcome.
 */
export const PaymentRefused = defineEvent('PaymentRefused', {
  says: 'The provider has not taken this payment, for the reason in `code`.',
  schema: z.object({
    checkoutId,
    providerOrderId: z.string(),
    code: z.string(),
    final: z.boolean(),
    meaning: z.enum(['refused', 'not carried out']),
    wasPending: z.literal(true).exactOptional(),
    /** Empty in version 1 of this event type. */
    at: z.string(),
  }),
  upcasters: [(data) => ({ ...data, meaning: 'refused' as const, at: '' }), asItIs],
})
/** A refused payment is captured again only after this event (decisions M13: refused captures). */
export const PaymentRetryRequested = defineEvent('PaymentRetryRequested', {
  says: 'The provider had refused a payment, and the buyer tries the same payment again.',
  schema: z.object({ checkoutId, providerOrderId: z.string() }),
})
/** The provider may still carry out the request (decisions M13: unknown outcomes). */
export const PaymentUnanswered = defineEvent('PaymentUnanswered', {
  says: 'The provider has not reported whether it took this payment. The shop asks again until the provider reports the result, or until the case about this payment is closed.',
  schema: z.object({ checkoutId, providerOrderId: z.string(), at: z.string() }),
})
/** The next try has a new request id (decisions M14: request ids). */
export const PaymentStartRefused = defineEvent('PaymentStartRefused', {
  says: 'The provider has not created an order for this checkout, for the reason in `code`.',
  schema: z.object({ checkoutId, code: z.string(), meaning: z.enum(['refused', 'not carried out']) }),
})
export const RefundRequested = defineEvent('RefundRequested', {
  says: 'A payment must be refunded: the cart was already paid, the amount was wrong, or the pieces or the discount code were no longer available.',
  schema: z.object({ checkoutId, ...capture, reason: z.string() }),
})
/** The next try has a new request id (decisions M14: request ids). */
export const PaymentRefundDelayed = defineEvent('PaymentRefundDelayed', {
  says: 'The provider did not carry out a refund, for the reason in `code`. The shop tries the refund again.',
  schema: z.object({ checkoutId, captureId: z.string(), code: z.string(), at: z.string() }),
})
export const PaymentRefundPending = defineEvent('PaymentRefundPending', {
  says: 'The provider has accepted the refund of a payment that did not lead to an order, but has not completed it.',
  schema: z.object({ checkoutId, ...capture, refundId: z.string(), at: z.string() }),
})
/** The refund stays refused until an admin tries again. */
export const PaymentRefundRefused = defineEvent('PaymentRefundRefused', {
  says: 'The provider refuses the refund of a payment that did not lead to an order.',
  schema: z.object({ checkoutId, captureId: z.string(), code: z.string() }),
})
/** The provider may have reported earlier that this refund was made. */
export const PaymentRefundFailed = defineEvent('PaymentRefundFailed', {
  says: 'A refund that the provider had accepted has failed. The payment must be refunded again.',
  schema: z.object({ checkoutId, ...capture, refundId: z.string(), code: z.string() }),
})
export const PaymentRefunded = defineEvent('PaymentRefunded', {
  says: 'The provider has refunded a payment that did not lead to an order.',
  schema: z.object({ checkoutId, ...capture, refundId: z.string() }),
})

export const paymentEvents = [
  PaymentStarted,
  PaymentPending,
  PendingReasonChanged,
  PaymentRefused,
  PaymentRetryRequested,
  PaymentUnanswered,
  PaymentStartRefused,
  RefundRequested,
  PaymentRefundDelayed,
  PaymentRefundPending,
  PaymentRefundRefused,
  PaymentRefundFailed,
  PaymentRefunded,
] as const
