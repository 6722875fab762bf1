import * as z from 'zod'
import { SellerProtection } from '../checkout/seller-protection.ts'
import { Address, asItIs, bought, withPaidAndCountry } from '../events/bought.ts'
import { defineEvent, type EventOf, personal } from '../events/event.ts'
import { ChosenReason } from './chosen-reason.ts'
import { earlierLines, LineBooks, orderPieceEvents } from './piece-events.ts'
import { orderRefundEvents, Refund, withoutChoice } from './refund-events.ts'
import { orderReturnEvents, Return } from './return-events.ts'
import { OrderStatus } from './status.ts'

const orderId = z.string()
const customerId = z.string()
const chosenReason = ChosenReason.nullable()

const orderFacts = {
  orderId,
  ...bought,
  captureId: z.string(),
  paidAt: z.string(),
  placedAt: z.string(),
  /** Absent if unknown, as in orders from before this field existed. */
  sellerProtection: SellerProtection.exactOptional(),
}

export const OrderPlaced = defineEvent('OrderPlaced', {
  says: 'A paid checkout became an order.',
  schema: z.object(orderFacts),
  upcasters: [withPaidAndCountry, asItIs, asItIs],
  personal: { of: 'customerId', fields: ['shippingAddress'] },
})
/** The sums and the order's day are in the event, so that the dashboard needs no lookups. */
const booked = { totalCents: z.int().nonnegative(), refundedCents: z.int().nonnegative(), placedAt: z.string() }

const SoldLine = z.object({ productId: z.string(), quantity: z.int().positive() })

/**
 * A field that was not given is null. `at`: empty in version 1 of this event type. `message`: for the customer's mail. `chosenReason`: null
 * unless `to` is Cancelled. `movesPieces`: the event also gave up the pieces, as cancellations did before `PiecesGivenUp` existed.
 */
export const OrderStatusChanged = defineEvent('OrderStatusChanged', {
  says: 'The status, the reason or the tracking number of an order has changed.',
  schema: z.object({
    orderId,
    customerId,
    from: OrderStatus,
    to: OrderStatus,
    chosenReason,
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
    withoutChoice,
  ],
  personal: { of: 'customerId', fields: ['reason', 'trackingNumber', 'message'] },
})
export const OrderAddressChanged = defineEvent('OrderAddressChanged', {
  says: 'The address of an order has changed, or is complete now.',
  schema: z.object({ orderId, customerId, shippingAddress: personal(Address), country: z.string() }),
  upcasters: [asItIs],
  personal: { of: 'customerId', fields: ['shippingAddress'] },
})
/** See decisions O8 (deleting a paid order). */
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

/** Upcasts versions that did not record where pieces are. Assumes that the order was never shipped after a cancellation. */
const withLines = (data: {
  items: readonly { quantity: number }[]
  status: OrderStatus
  returns: readonly Return[]
}) => ({
  ...data,
  lines: earlierLines(data),
  refundsBefore: 0,
})

/** The event has all facts of the order, because read models have removed the order. `reasons`: by the id of the refund or return. */
export const OrderRestored = defineEvent('OrderRestored', {
  says: 'The deletion of an order was undone. The order is as it was before.',
  schema: z.object({
    ...orderFacts,
    status: OrderStatus,
    shippedAt: z.string().exactOptional(),
    deliveredAt: z.string().exactOptional(),
    cancelledAt: z.string().exactOptional(),
    cancelReason: ChosenReason.exactOptional(),
    refundDue: z.boolean(),
    refunds: z.array(Refund),
    returns: z.array(Return),
    lines: z.array(LineBooks),
    /** The number of refunds that were requested before the cancellation. */
    refundsBefore: z.int().nonnegative(),
    trackingNumber: personal(z.string()),
    reasons: personal(z.record(z.string(), z.string())),
  }),
  upcasters: [
    (data) => ({ ...withPaidAndCountry(data), refunds: [], returns: [], trackingNumber: null, reasons: {} }),
    asItIs,
    asItIs,
    asItIs,
    withLines,
    asItIs,
    asItIs,
    asItIs,
  ],
  personal: { of: 'customerId', fields: ['shippingAddress', 'trackingNumber', 'reasons'] },
})
/** See decisions S5 (cancelled orders). */
export const RefundCaseOpened = defineEvent('RefundCaseOpened', {
  says: 'A paid order was cancelled. An admin must refund the rest of its payment, or close the case.',
  schema: z.object({ orderId, captureId: z.string(), amountCents: z.int().nonnegative() }),
})
export const RefundCaseClosed = defineEvent('RefundCaseClosed', {
  says: 'A refund case ended without a refund.',
  schema: z.object({ orderId, customerId, reason: personal(z.string()) }),
  personal: { of: 'customerId', fields: ['reason'] },
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
  ...orderReturnEvents,
  ...orderPieceEvents,
] as const
export type OrderEvent = EventOf<(typeof orderEvents)[number]>

export const orderStream = (orderId: string) => `order-${orderId}`
