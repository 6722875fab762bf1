import * as z from 'zod'
import { OrderStatus } from '../api/order-status.ts'
import { Address, asItIs, withPaidAndCountry } from './bought.ts'
import { defineEvent, type EventOf, personal } from './event.ts'
import { orderFacts } from './order-facts.ts'

/*
 * The books of an order, in cents: `OrderPlaced.totalCents` was captured. Of it went back the sum of `OrderRefunded` and
 * `RefundNoted`, each provider's refund once, by its id; that sum is never above what was captured. Every `OrderRefundRequested`
 * ends in one `OrderRefunded` or one `OrderRefundRefused` of the same refundId; the first may still come after the second, since money counts. `refundedCents` of an event is that sum before it.
 */

const orderId = z.string()
const customerId = z.string()
const amountCents = z.int().positive()

/** An order has its checkout's id, so placing it twice names the same stream. */
export const OrderPlaced = defineEvent('OrderPlaced', {
  says: 'A paid checkout became an order.',
  schema: z.object(orderFacts),
  upcasters: [withPaidAndCountry, asItIs, asItIs],
  personal: { of: 'customerId', fields: ['shippingAddress'] },
})
/** Sums and the day of the order are on the event, so that the dashboard is folded without lookups. */
const booked = { totalCents: z.int().nonnegative(), refundedCents: z.int().nonnegative(), placedAt: z.string() }

const SoldLine = z.object({ productId: z.string(), quantity: z.int().positive() })

/** The status was set, to another or with another tracking number; `null` where nothing was said. `at` is empty in version 1. */
export const OrderStatusChanged = defineEvent('OrderStatusChanged', {
  says: 'The status of an order was set, to another or with another tracking number.',
  schema: z.object({
    orderId,
    customerId,
    from: OrderStatus,
    to: OrderStatus,
    reason: personal(z.string()),
    trackingNumber: personal(z.string()),
    at: z.string(),
    ...booked,
  }),
  upcasters: [(data) => ({ ...data, customerId: '', reason: null, trackingNumber: null, at: '', refundedCents: 0 })],
  personal: { of: 'customerId', fields: ['reason', 'trackingNumber'] },
})
/** Its parcel goes to another address, or to one that is complete now: said by its customer or an admin, before it was shipped. */
export const OrderAddressChanged = defineEvent('OrderAddressChanged', {
  says: 'The parcel goes to another address, or to one that is complete now.',
  schema: z.object({ orderId, customerId, shippingAddress: personal(Address), country: z.string() }),
  upcasters: [asItIs],
  personal: { of: 'customerId', fields: ['shippingAddress'] },
})
/** `lines` are the order's lines, which no longer count as sold. */
export const OrderDeleted = defineEvent('OrderDeleted', {
  says: 'An order was deleted: its lines no longer count as sold.',
  schema: z.object({ orderId, status: OrderStatus, lines: z.array(SoldLine), ...booked }),
  upcasters: [(data) => ({ ...data, refundedCents: 0 })],
})

/** Pieces of the order's line with this index in its items. */
const OrderPieces = z.object({ line: z.int().nonnegative(), quantity: z.int().positive() })
export type OrderPieces = z.output<typeof OrderPieces>
/** Pieces that came back; `restocked` of them can be sold again. */
const ReceivedPieces = OrderPieces.extend({ restocked: z.int().nonnegative() })
export type ReceivedPieces = z.output<typeof ReceivedPieces>

const Refund = z.object({
  /** The shop's id, or the provider's for a refund that was made there. */
  refundId: z.string(),
  amountCents,
  /** The pieces it is for; none for an amount alone. */
  pieces: z.array(OrderPieces),
  state: z.enum(['requested', 'made', 'refused']),
  /** The provider's id of a refund that is made. */
  providerRefundId: z.string().exactOptional(),
  /** The provider's reason for a refusal. */
  code: z.string().exactOptional(),
  /** The return that it pays for. */
  returnId: z.string().exactOptional(),
  at: z.string(),
})
export type Refund = Readonly<z.output<typeof Refund>>

const Return = z.object({
  returnId: z.string(),
  pieces: z.array(OrderPieces).min(1),
  askedAt: z.string(),
  /** What of it came back; undefined while it is awaited. */
  received: z.array(ReceivedPieces).exactOptional(),
  receivedAt: z.string().exactOptional(),
})
export type Return = Readonly<z.output<typeof Return>>

/** A deletion was undone. Carries the whole order, for read models that have removed it; `reasons` by the id of a refund or a return. */
export const OrderRestored = defineEvent('OrderRestored', {
  says: 'A deletion was undone: the order is as it was.',
  schema: z.object({
    ...orderFacts,
    status: OrderStatus,
    deliveredAt: z.string().exactOptional(),
    refundDue: z.boolean(),
    refunds: z.array(Refund),
    returns: z.array(Return),
    trackingNumber: personal(z.string()),
    reasons: personal(z.record(z.string(), z.string())),
  }),
  upcasters: [
    (data) => ({ ...withPaidAndCountry(data), refunds: [], returns: [], trackingNumber: null, reasons: {} }),
    asItIs,
    asItIs,
  ],
  personal: { of: 'customerId', fields: ['shippingAddress', 'trackingNumber', 'reasons'] },
})
/** A paid order was cancelled: an admin refunds what is left of its payment, or closes the case (decisions S5). */
export const RefundCaseOpened = defineEvent('RefundCaseOpened', {
  says: 'A paid order was cancelled: an admin refunds what is left of its payment, or closes the case.',
  schema: z.object({ orderId, captureId: z.string(), amountCents: z.int().nonnegative() }),
})
export const RefundCaseClosed = defineEvent('RefundCaseClosed', {
  says: 'A refund case ended without a refund.',
  schema: z.object({ orderId, customerId, reason: personal(z.string()) }),
  personal: { of: 'customerId', fields: ['reason'] },
})

export const OrderRefundRequested = defineEvent('OrderRefundRequested', {
  says: 'Money of an order is to go back: asked for by an admin, a cancelling customer or a received return.',
  schema: z.object({
    orderId,
    customerId,
    refundId: z.string(),
    captureId: z.string(),
    amountCents,
    pieces: z.array(OrderPieces),
    returnId: z.string().exactOptional(),
    reason: personal(z.string()),
    at: z.string(),
  }),
  personal: { of: 'customerId', fields: ['reason'] },
})
/** What a refund takes from the books depends on what the order was then: a cancelled or deleted one is in no net revenue. */
const takenFrom = { placedAt: z.string(), status: OrderStatus, deleted: z.boolean() }

export const OrderRefunded = defineEvent('OrderRefunded', {
  says: 'The provider has made a refund that was requested.',
  schema: z.object({ orderId, refundId: z.string(), providerRefundId: z.string(), amountCents, ...takenFrom }),
})
export const OrderRefundRefused = defineEvent('OrderRefundRefused', {
  says: 'The provider refuses a refund for good: its amount is left to be refunded again.',
  schema: z.object({ orderId, refundId: z.string(), amountCents, code: z.string() }),
})
export const RefundNoted = defineEvent('RefundNoted', {
  says: 'A refund was made at the provider, without the shop.',
  schema: z.object({ orderId, providerRefundId: z.string(), amountCents, at: z.string(), ...takenFrom }),
})

export const ReturnRequested = defineEvent('ReturnRequested', {
  says: 'A customer wants to send pieces back.',
  schema: z.object({
    orderId,
    customerId,
    returnId: z.string(),
    pieces: z.array(OrderPieces).min(1),
    reason: personal(z.string()),
    at: z.string(),
  }),
  personal: { of: 'customerId', fields: ['reason'] },
})
export const ReturnReceived = defineEvent('ReturnReceived', {
  says: 'A return has ended: these of its pieces came back, none if it never came.',
  schema: z.object({ orderId, returnId: z.string(), pieces: z.array(ReceivedPieces), at: z.string() }),
})
export const ReturnRestocked = defineEvent('ReturnRestocked', {
  says: 'The pieces of a received return that can be sold again are back in stock.',
  schema: z.object({ orderId, returnId: z.string() }),
})

export const orderEvents = [
  OrderPlaced,
  OrderStatusChanged,
  OrderAddressChanged,
  OrderDeleted,
  OrderRestored,
  RefundCaseOpened,
  RefundCaseClosed,
  OrderRefundRequested,
  OrderRefunded,
  OrderRefundRefused,
  RefundNoted,
  ReturnRequested,
  ReturnReceived,
  ReturnRestocked,
] as const
export type OrderEvent = EventOf<(typeof orderEvents)[number]>

export const orderStream = (orderId: string) => `order-${orderId}`
