import type { PricedItem } from '@shop/language/events/bought'
import { FIRST_ORDER_PERCENT } from '@shop/language/limits'

/** `amountCents` is already subtracted from the checkout's total. `emailKey`: the key of the e-mail address that got the code. */
export type GivenDiscount = Readonly<{ emailKey: string; amountCents: number }>

/** The discount in cents; half a cent is rounded up. */
export const discountOf = (totalCents: number) => Math.round((totalCents * FIRST_ORDER_PERCENT) / 100)

/**
 * Subtracts from each line its share of the discount. A share is the difference of two rounded discounts, so that the shares add up
 * exactly.
 */
export function shareDiscount(items: readonly PricedItem[]): PricedItem[] {
  let sumCents = 0
  return items.map((item) => {
    const before = discountOf(sumCents)
    sumCents += item.paidCents
    return { ...item, paidCents: item.paidCents - (discountOf(sumCents) - before) }
  })
}
