import * as z from 'zod'
import { Dispute } from './case-events.ts'
import { defineEvent, type EventOf } from './event.ts'

const id = z.nullable(z.string())

/**
 * The provider has told of something by a webhook whose signature is right. Only a signal: what is true is asked of the provider. Ids
 * that it does not name are null.
 */
export const SignalReceived = defineEvent('SignalReceived', {
  says: 'The payment provider told of something by a signed webhook.',
  schema: z.object({
    /** The provider's own id: sent again, it is the same. */
    signalId: z.string(),
    /** In the provider's words: `PAYMENT.CAPTURE.COMPLETED`. */
    what: z.string(),
    providerOrderId: id,
    captureId: id,
    refundId: id,
    disputeId: id,
    /** The custom id of the payment: a checkout's, if the shop made the order. */
    checkoutId: id,
    amountCents: z.nullable(z.int().nonnegative()),
    /** Of the amount; null in version 1, which did not keep it. */
    currency: z.nullable(z.string()),
    code: z.nullable(z.string()),
    /** Null of anything else, and in version 2. */
    dispute: z.nullable(Dispute),
    receivedAt: z.string(),
  }),
  upcasters: [(data) => ({ ...data, currency: null }), (data) => ({ ...data, dispute: null })],
})

export const signalEvents = [SignalReceived] as const
export type SignalEvent = EventOf<(typeof signalEvents)[number]>
export type Signal = SignalEvent['data']

/** The signals of one payment, by the provider's order, else its capture or its dispute. */
export const signalStream = ({ providerOrderId, captureId, disputeId, signalId }: Signal) =>
  signalsOf(providerOrderId ?? captureId ?? disputeId ?? signalId)
export const signalsOf = (key: string) => `signals-${encodeURIComponent(key)}`
