import * as z from 'zod'
import { defineEvent, type EventOf } from '../events/event.ts'

/*
 * Each e-mail address has one stream. `checkoutId` is the id of the checkout's hold: the checkout's own id or, for a later hold, that id
 * with `~` and a number.
 */
const use = z.object({ emailKey: z.string(), checkoutId: z.string() })

export const DiscountReserved = defineEvent('DiscountReserved', {
  says: 'A checkout holds the code for a first order. No other checkout may use the code, unless this checkout ends without an order.',
  schema: use,
})
export const DiscountReleased = defineEvent('DiscountReleased', {
  says: 'A checkout held the code for a first order, but did not become an order. The code may be used again.',
  schema: use,
})

export const discountEvents = [DiscountReserved, DiscountReleased] as const
export type DiscountEvent = EventOf<(typeof discountEvents)[number]>

export const discountStream = (emailKey: string) => `discount-${emailKey}`
