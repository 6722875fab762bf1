import * as z from 'zod'
import { OrderStatus } from '../api/order-status.ts'
import { bought } from './checkout-events.ts'
import { defineEvent, type EventOf } from './event.ts'

const orderId = z.string()

const facts = {
  orderId,
  ...bought,
  captureId: z.string(),
  paidAt: z.string(),
  placedAt: z.string(),
}

/** An order has its checkout's id, so placing it twice names the same stream. */
export const OrderPlaced = defineEvent('OrderPlaced', {
  schema: z.object(facts),
  personal: { of: 'customerId', fields: ['shippingAddress'] },
})
/** Sums and the day of the order are on the event, so that the dashboard is folded without lookups. */
const booked = { totalCents: z.int().nonnegative(), placedAt: z.string() }

const SoldLine = z.object({ productId: z.string(), quantity: z.int().positive() })

export const OrderStatusChanged = defineEvent('OrderStatusChanged', {
  schema: z.object({ orderId, from: OrderStatus, to: OrderStatus, ...booked }),
})
/** `lines` are the order's lines, which no longer count as sold. */
export const OrderDeleted = defineEvent('OrderDeleted', {
  schema: z.object({ orderId, status: OrderStatus, lines: z.array(SoldLine), ...booked }),
})
/** A deletion was undone. Carries the whole order, for read models that have removed it. */
export const OrderRestored = defineEvent('OrderRestored', {
  schema: z.object({ ...facts, status: OrderStatus, refundDue: z.boolean() }),
  personal: { of: 'customerId', fields: ['shippingAddress'] },
})
/** A paid order was cancelled: an admin refunds it (decisions S5). */
export const RefundCaseOpened = defineEvent('RefundCaseOpened', {
  schema: z.object({ orderId, captureId: z.string(), amountCents: z.int().nonnegative() }),
})

export const orderEvents = [OrderPlaced, OrderStatusChanged, OrderDeleted, OrderRestored, RefundCaseOpened] as const
export type OrderEvent = EventOf<(typeof orderEvents)[number]>

export const orderStream = (orderId: string) => `order-${orderId}`
