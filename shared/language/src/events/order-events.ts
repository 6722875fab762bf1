import * as z from 'zod'
import { OrderStatus } from '../api/order-status.ts'
import { SellerProtection } from '../api/seller-protection.ts'
import { Address, asItIs, bought, withPaidAndCountry } from './bought.ts'
import { defineEvent, type EventOf, personal } from './event.ts'
import { earlierLines, LineBooks, orderPieceEvents } from './order-piece-events.ts'
import { OrderPieces, orderRefundEvents, Refund } from './order-refund-events.ts'

const orderId = z.string()
const customerId = z.string()

/** What an order is of and how it was paid, when it is placed. */
const orderFacts = {
  orderId,
  ...bought,
  captureId: z.string(),
  paidAt: z.string(),
  placedAt: z.string(),
  /** Absent where it is not known, as of earlier orders. */
  sellerProtection: SellerProtection.exactOptional(),
}

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

/**
 * The status was set, to another or with another tracking number; `null` where nothing was said. `at` is empty in version 1. `message` is for the
 * customer's mail. `movesPieces`: a cancellation of an earlier version, which gave back all pieces that were out, without an event of that.
 */
export const OrderStatusChanged = defineEvent('OrderStatusChanged', {
  says: 'The status of an order was set, to another or with another tracking number.',
  schema: z.object({
    orderId,
    customerId,
    from: OrderStatus,
    to: OrderStatus,
    reason: personal(z.string()),
    trackingNumber: personal(z.string()),
    message: personal(z.string()),
    movesPieces: z.boolean(),
    at: z.string(),
    ...booked,
  }),
  upcasters: [
    (data) => ({ ...data, customerId: '', reason: null, trackingNumber: null, at: '', refundedCents: 0 }),
    (data) => ({ ...data, message: null, movesPieces: data.to === 'Cancelled' && data.from !== 'Cancelled' }),
  ],
  personal: { of: 'customerId', fields: ['reason', 'trackingNumber', 'message'] },
})
/** Its parcel goes to another address, or to one that is complete now: said by its customer or an admin, before it was shipped. */
export const OrderAddressChanged = defineEvent('OrderAddressChanged', {
  says: 'The parcel goes to another address, or to one that is complete now.',
  schema: z.object({ orderId, customerId, shippingAddress: personal(Address), country: z.string() }),
  upcasters: [asItIs],
  personal: { of: 'customerId', fields: ['shippingAddress'] },
})
/** `lines` are the order's lines, which no longer count as sold. `dueCents` of its payment are due to the customer: an admin sees a case of it (decisions O8). */
export const OrderDeleted = defineEvent('OrderDeleted', {
  says: 'An order was deleted: its lines no longer count as sold, and `dueCents` of its payment are to be refunded.',
  schema: z.object({
    orderId,
    status: OrderStatus,
    lines: z.array(SoldLine),
    dueCents: z.int().nonnegative(),
    ...booked,
  }),
  upcasters: [(data) => ({ ...data, refundedCents: 0 }), (data) => ({ ...data, dueCents: 0 })],
})

/** Pieces that came back; `restocked` of them can be sold again. */
const ReceivedPieces = OrderPieces.extend({ restocked: z.int().nonnegative() })
export type ReceivedPieces = z.output<typeof ReceivedPieces>

const Return = z.object({
  returnId: z.string(),
  pieces: z.array(OrderPieces).min(1),
  askedAt: z.string(),
  /** What of it came back; undefined while it is awaited. */
  received: z.array(ReceivedPieces).exactOptional(),
  receivedAt: z.string().exactOptional(),
  /** Nobody asked for it: the order was cancelled after it was shipped. */
  ofCancellation: z.boolean().exactOptional(),
  /** It was closed without its pieces, since the order was cancelled before it was shipped, or is no longer cancelled. */
  closed: z.boolean().exactOptional(),
})
export type Return = Readonly<z.output<typeof Return>>

/** Before the places of pieces were in the books: those of an order that was never set on its way after a cancellation. */
const withLines = (data: {
  items: readonly { quantity: number }[]
  status: OrderStatus
  returns: readonly Return[]
}) => ({
  ...data,
  lines: earlierLines(data),
  refundsBefore: 0,
})

/** A deletion was undone. Carries the whole order, for read models that have removed it; `reasons` by the id of a refund or a return. */
export const OrderRestored = defineEvent('OrderRestored', {
  says: 'A deletion was undone: the order is as it was.',
  schema: z.object({
    ...orderFacts,
    status: OrderStatus,
    shippedAt: z.string().exactOptional(),
    deliveredAt: z.string().exactOptional(),
    cancelledAt: z.string().exactOptional(),
    refundDue: z.boolean(),
    refunds: z.array(Refund),
    returns: z.array(Return),
    lines: z.array(LineBooks),
    /** How many of its refunds were requested before it was cancelled. */
    refundsBefore: z.int().nonnegative(),
    trackingNumber: personal(z.string()),
    reasons: personal(z.record(z.string(), z.string())),
  }),
  upcasters: [
    (data) => ({ ...withPaidAndCountry(data), refunds: [], returns: [], trackingNumber: null, reasons: {} }),
    asItIs,
    asItIs,
    // Before refunds could be pending or delayed.
    asItIs,
    withLines,
    // Before it said when it was shipped and cancelled.
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
  ...orderRefundEvents,
  ReturnRequested,
  ReturnReceived,
  ReturnRestocked,
  ...orderPieceEvents,
] as const
export type OrderEvent = EventOf<(typeof orderEvents)[number]>

export const orderStream = (orderId: string) => `order-${orderId}`
