import * as z from 'zod'
import { defineEvent, type EventOf } from './event.ts'

const productId = z.string()
const quantity = z.int().positive()

/** An absolute count of what is available, not counting what is reserved. */
export const StockCounted = defineEvent('StockCounted', {
  schema: z.object({ productId, available: z.int().nonnegative() }),
})
/** A count from a form that showed an older number, booked as its difference (decisions S4). */
export const StockAdjusted = defineEvent('StockAdjusted', { schema: z.object({ productId, difference: z.int() }) })
export const StockReserved = defineEvent('StockReserved', {
  schema: z.object({ productId, checkoutId: z.string(), quantity }),
})
export const ReservationReleased = defineEvent('ReservationReleased', {
  schema: z.object({ productId, checkoutId: z.string(), quantity }),
})
/** A reservation became a sale: the pieces are no longer on hand. */
export const StockTaken = defineEvent('StockTaken', {
  schema: z.object({ productId, checkoutId: z.string(), quantity }),
})
/** The pieces of a cancelled order are on hand again. */
export const StockReturned = defineEvent('StockReturned', {
  schema: z.object({ productId, orderId: z.string(), quantity }),
})

export const stockEvents = [
  StockCounted,
  StockAdjusted,
  StockReserved,
  ReservationReleased,
  StockTaken,
  StockReturned,
] as const
export type StockEvent = EventOf<(typeof stockEvents)[number]>

export const stockStream = (productId: string) => `stock-${productId}`
