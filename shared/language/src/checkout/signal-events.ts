import * as z from 'zod'
import { Dispute } from '../case/events.ts'
import { asItIs } from '../events/bought.ts'
import { defineEvent, type EventOf } from '../events/event.ts'

const id = z.nullable(z.string())

/** A webhook is only a signal: the shop then looks up payments and refunds at the provider. Ids that the webhook does not name are null. */
export const SignalReceived = defineEvent('SignalReceived', {
  says: 'The payment provider sent a signed webhook.',
  schema: z.object({
    /** A webhook that is sent again has the same id. */
    signalId: z.string(),
    /** The event type in the provider's words, such as `PAYMENT.CAPTURE.COMPLETED`. */
    what: z.string(),
    providerOrderId: id,
    captureId: id,
    refundId: id,
    disputeId: id,
    /** The payment's custom id: a checkout's id if the shop made the provider's order. */
    checkoutId: id,
    amountCents: z.nullable(z.int().nonnegative()),
    /** Null in version 1 of this event type. */
    currency: z.nullable(z.string()),
    code: z.nullable(z.string()),
    /** Null for a signal that is not about a dispute, and in versions 1 and 2 of this event type. */
    dispute: z.nullable(Dispute),
    /** The provider's time. Absent for a signal that is not about a dispute, and in versions 1 to 4 of this event type. */
    disputeOpenedAt: z.string().exactOptional(),
    /** What the outcome of the dispute gives back to the buyer. May be absent. */
    refundedCents: z.int().nonnegative().exactOptional(),
    /** The provider's time of the event. May be absent. */
    createdAt: z.string().exactOptional(),
    receivedAt: z.string(),
  }),
  upcasters: [(data) => ({ ...data, currency: null }), (data) => ({ ...data, dispute: null }), asItIs, asItIs],
})

export const signalEvents = [SignalReceived] as const
export type SignalEvent = EventOf<(typeof signalEvents)[number]>
export type Signal = SignalEvent['data']

export const signalStream = ({ providerOrderId, captureId, disputeId, signalId }: Signal) =>
  signalsOf(providerOrderId ?? captureId ?? disputeId ?? signalId)
export const signalsOf = (key: string) => `signals-${encodeURIComponent(key)}`

/** The provider's time if the webhook has one. */
export const timeOf = ({ dispute, createdAt, receivedAt }: Signal) => dispute?.changedAt ?? createdAt ?? receivedAt

/** Signals of earlier versions of the shop have no currency; their amounts are in US dollars. */
export const isInDollars = (currency: Signal['currency'] | undefined) => (currency ?? 'USD') === 'USD'
