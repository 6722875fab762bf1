import * as z from 'zod'
import { defineEvent, type EventOf } from './event.ts'

const productId = z.string()
const quantity = z.int().positive()

/** Somebody counted: so many are available now, whatever is reserved besides. */
export const StockCounted = defineEvent('StockCounted', {
  schema: z.object({ productId, available: z.int().nonnegative() }),
})
/** A count made against an older number, turned into its difference (decisions S4). */
export const StockAdjusted = defineEvent('StockAdjusted', { schema: z.object({ productId, difference: z.int() }) })
export const StockReserved = defineEvent('StockReserved', {
  schema: z.object({ productId, checkoutId: z.string(), quantity }),
})
export const ReservationReleased = defineEvent('ReservationReleased', {
  schema: z.object({ productId, checkoutId: z.string(), quantity }),
})
/** A reservation became a sale: the pieces left the hand. */
export const StockTaken = defineEvent('StockTaken', {
  schema: z.object({ productId, checkoutId: z.string(), quantity }),
})
/** A cancelled order gave its pieces back. */
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
