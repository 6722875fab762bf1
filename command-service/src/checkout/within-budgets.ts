import type { PricedItem } from '@shop/language/events/bought'
import type { Cart } from '../cart/cart-state.ts'

type Wanted = Readonly<{
  checkoutId: string
  customerId: string
  cart: Cart
  items: readonly PricedItem[]
  /** The open checkout that the new checkout supersedes, and its hold. */
  instead: Readonly<{ checkoutId: string; holdId: string }> | undefined
}>

/** Throws OUT_OF_STOCK for a checkout that would hold too many pieces (decisions K1). Returns whether the customer is a newcomer. */
export type WithinBudgets = (wanted: Wanted) => Promise<boolean>

export const withoutBudgets: WithinBudgets = async () => false
