import * as z from 'zod'
import { asItIs } from '../events/bought.ts'
import { defineEvent, personal } from '../events/event.ts'
import { ChosenReason } from './chosen-reason.ts'
import { OrderStatus } from './status.ts'

/*
 * The books of an order, in cents. The refunded sum is `OrderRefunded` plus `RefundNoted`, less `OrderRefundFailed` with `wasMade`. Each
 * refund of the provider counts once, by its id. The sum never exceeds the captured amount. Every `OrderRefundRequested` ends with one
 * `OrderRefunded`, `OrderRefundRefused` or `OrderRefundFailed` with the same refundId. `OrderRefunded` may still follow a refusal or a
 * failure, because the books must show all refunded money.
 */

const orderId = z.string()
const customerId = z.string()
const amountCents = z.int().positive()

/** `line` is the index of a line of the order. */
export const OrderPieces = z.object({ line: z.int().nonnegative(), quantity: z.int().positive() })
export type OrderPieces = z.output<typeof OrderPieces>

/**
 * `held`: how many of the pieces stay in the shop until the refund is made. `restock`: how many of the pieces then go back into stock.
 * Events of an earlier version of the shop have neither field: their pieces stay in the shop until the order is cancelled.
 */
export const RefundedPieces = OrderPieces.extend({
  held: z.int().nonnegative().exactOptional(),
  restock: z.int().nonnegative().exactOptional(),
})
export type RefundedPieces = z.output<typeof RefundedPieces>

export const Refund = z.object({
  /** The shop's id, or the provider's id for a refund that was made at the provider. */
  refundId: z.string(),
  amountCents,
  /** Empty for a refund of an amount only. */
  pieces: z.array(RefundedPieces),
  /** `pending`: the provider has accepted the refund but not completed it. */
  state: z.enum(['requested', 'pending', 'made', 'refused']),
  /** The provider's id. Absent until the provider has accepted the refund. */
  providerRefundId: z.string().exactOptional(),
  code: z.string().exactOptional(),
  delays: z.int().positive().exactOptional(),
  delayedAt: z.string().exactOptional(),
  returnId: z.string().exactOptional(),
  chosenReason: ChosenReason.exactOptional(),
  at: z.string(),
  isReversal: z.literal(true).exactOptional(),
})
export type Refund = Readonly<z.output<typeof Refund>>

/** Upcasts versions that had no chosen reasons. */
export const withoutChoice = <Earlier>(data: Earlier) => ({ ...data, chosenReason: null })

export const OrderRefundRequested = defineEvent('OrderRefundRequested', {
  says: 'A refund of an order was requested by an admin, by a customer who cancels the order, or by a received return.',
  schema: z.object({
    orderId,
    customerId,
    refundId: z.string(),
    captureId: z.string(),
    amountCents,
    pieces: z.array(RefundedPieces),
    returnId: z.string().exactOptional(),
    chosenReason: ChosenReason.nullable(),
    reason: personal(z.string()),
    at: z.string(),
  }),
  upcasters: [asItIs, withoutChoice],
  personal: { of: 'customerId', fields: ['reason'] },
})
/** A refund lowers net revenue only if the order was neither cancelled nor deleted. */
const takenFrom = { placedAt: z.string(), status: OrderStatus, deleted: z.boolean() }

export const OrderRefunded = defineEvent('OrderRefunded', {
  says: 'The provider has made a requested refund.',
  schema: z.object({ orderId, refundId: z.string(), providerRefundId: z.string(), amountCents, ...takenFrom }),
})
/** This refund did not cause the problem in `code`, so the refund is requested again (decisions M14: request ids). */
export const OrderRefundDelayed = defineEvent('OrderRefundDelayed', {
  says: 'The provider did not carry out a refund, for the reason in `code`. The shop tries the refund again.',
  schema: z.object({ orderId, refundId: z.string(), code: z.string(), at: z.string() }),
})
/** A refund that someone made at the provider, without the shop, has the provider's id as its `refundId`. */
export const OrderRefundPending = defineEvent('OrderRefundPending', {
  says: 'The provider has accepted a refund, but has not completed it.',
  schema: z.object({ orderId, refundId: z.string(), providerRefundId: z.string(), amountCents, at: z.string() }),
})
export const OrderRefundRefused = defineEvent('OrderRefundRefused', {
  says: 'A refund was refused, by the provider or because its money is not the shop’s. No money was sent, so another refund of this amount can be requested.',
  schema: z.object({ orderId, refundId: z.string(), amountCents, code: z.string() }),
})
/** `wasMade`: the provider had reported the refund as made, and the books had counted it. */
export const OrderRefundFailed = defineEvent('OrderRefundFailed', {
  says: 'A refund that the provider had accepted has failed, or a reversal was taken back. Its amount can be refunded again.',
  schema: z.object({
    orderId,
    refundId: z.string(),
    providerRefundId: z.string(),
    amountCents,
    code: z.string(),
    wasMade: z.boolean(),
    ...takenFrom,
  }),
})
/** `isReversal`: the provider or the buyer's bank took the money from the shop, for example because of a dispute. */
export const RefundNoted = defineEvent('RefundNoted', {
  says: 'A refund was made directly at the provider, or the provider has reversed the payment.',
  schema: z.object({
    orderId,
    providerRefundId: z.string(),
    amountCents,
    at: z.string(),
    ...takenFrom,
    isReversal: z.literal(true).exactOptional(),
  }),
  upcasters: [asItIs],
})

export const orderRefundEvents = [
  OrderRefundRequested,
  OrderRefundDelayed,
  OrderRefundPending,
  OrderRefunded,
  OrderRefundRefused,
  OrderRefundFailed,
  RefundNoted,
] as const
