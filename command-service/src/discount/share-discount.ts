import { FIRST_ORDER_PERCENT } from '@shop/language/api/limits'
import type { PricedItem } from '@shop/language/events/bought'

/** A checkout's discount from the code of an address, in cents; already part of its total. */
export type GivenDiscount = Readonly<{ emailKey: string; amountCents: number }>

/** The discount of a first order with a code, in cents, rounded to the nearest cent; half a cent is rounded up. */
export const discountOf = (totalCents: number) => Math.round((totalCents * FIRST_ORDER_PERCENT) / 100)

/**
 * Subtracts each line's share of the discount from the line's price. A line's share is the discount of all lines up to and including it,
 * less the discount of the lines before it. So the shares add up to the discount to the cent.
 */
export function shareDiscount(items: readonly PricedItem[]): PricedItem[] {
  let sumCents = 0
  return items.map((item) => {
    const before = discountOf(sumCents)
    sumCents += item.paidCents
    return { ...item, paidCents: item.paidCents - (discountOf(sumCents) - before) }
  })
}
