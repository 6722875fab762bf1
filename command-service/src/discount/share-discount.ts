import { FIRST_ORDER_PERCENT } from '@shop/language/api/limits'
import type { PricedItem } from '@shop/language/events/bought'

/** What a checkout has of the code of an address: inside its total, in cents. */
export type GivenDiscount = Readonly<{ emailKey: string; amountCents: number }>

/** What a first order with a code costs less, in cents, rounded to the nearest cent and half of one up. */
export const discountOf = (totalCents: number) => Math.round((totalCents * FIRST_ORDER_PERCENT) / 100)

/**
 * The lines with their shares of the discount taken off what is paid for them. Each share is what the discount of the lines up to it is
 * more than that of those before it, so that the shares add up to the discount to the cent.
 */
export function shareDiscount(items: readonly PricedItem[]): PricedItem[] {
  let sumCents = 0
  return items.map((item) => {
    const before = discountOf(sumCents)
    sumCents += item.paidCents
    return { ...item, paidCents: item.paidCents - (discountOf(sumCents) - before) }
  })
}
