import type { PricedItem } from '@shop/language/events/bought'
import { FIRST_ORDER_PERCENT } from '@shop/language/limits'

/** The discount in cents, already subtracted from the checkout's total, and the key of the e-mail address that got the code. */
export type GivenDiscount = Readonly<{ emailKey: string; amountCents: number }>

/** The discount in cents; half a cent is rounded up. */
export const discountOf = (totalCents: number) => Math.round((totalCents * FIRST_ORDER_PERCENT) / 100)

/**
 * Subtracts from each line its share of the discount: the discount on all lines up to and including this line, less the discount on the
 * lines before. So the shares add up exactly to the discount.
 */
export function shareDiscount(items: readonly PricedItem[]): PricedItem[] {
  let sumCents = 0
  return items.map((item) => {
    const before = discountOf(sumCents)
    sumCents += item.paidCents
    return { ...item, paidCents: item.paidCents - (discountOf(sumCents) - before) }
  })
}
