import * as z from 'zod'
import { OrderStatus } from '../api/orders.ts'
import { Address, PricedItem } from './checkout-events.ts'
import { defineEvent, type EventOf, personal } from './event.ts'

const orderId = z.string()

const facts = {
  orderId,
  customerId: z.string(),
  items: z.array(PricedItem).min(1),
  totalCents: z.int().nonnegative(),
  shippingAddress: personal(Address),
  paymentMethod: z.string(),
  captureId: z.string(),
  paidAt: z.string(),
  placedAt: z.string(),
}

/** An order keeps its checkout's id: placing it twice names the same stream. */
export const OrderPlaced = defineEvent('OrderPlaced', {
  schema: z.object(facts),
  personal: { of: 'customerId', fields: ['shippingAddress'] },
})
/** What the books need is on the event, so that sums are folded without looking anything up. */
const booked = { totalCents: z.int().nonnegative(), placedAt: z.string() }

const SoldLine = z.object({ productId: z.string(), quantity: z.int().positive() })

export const OrderStatusChanged = defineEvent('OrderStatusChanged', {
  schema: z.object({ orderId, from: OrderStatus, to: OrderStatus, ...booked }),
})
/** `lines` are the order's: what was sold counts no longer. */
export const OrderDeleted = defineEvent('OrderDeleted', {
  schema: z.object({ orderId, status: OrderStatus, lines: z.array(SoldLine), ...booked }),
})
/** A deletion was undone: the order is as it was, and all of it is told again for whoever has forgotten it. */
export const OrderRestored = defineEvent('OrderRestored', {
  schema: z.object({ ...facts, status: OrderStatus, refundDue: z.boolean() }),
  personal: { of: 'customerId', fields: ['shippingAddress'] },
})
/** A paid order was cancelled: an admin gives the money back (decisions S5). */
export const RefundCaseOpened = defineEvent('RefundCaseOpened', {
  schema: z.object({ orderId, captureId: z.string(), amountCents: z.int().nonnegative() }),
})

export const orderEvents = [OrderPlaced, OrderStatusChanged, OrderDeleted, OrderRestored, RefundCaseOpened] as const
export type OrderEvent = EventOf<(typeof orderEvents)[number]>

export const orderStream = (orderId: string) => `order-${orderId}`
