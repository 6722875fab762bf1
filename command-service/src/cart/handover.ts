import { type CartItem, GuestCartMerged } from '@shop/language/cart/events'
import { type Lines, minus, plus } from '@shop/language/cart/lines'
import type { PiecesLeft } from '@shop/language/stock/pieces-left'
import { valueOfRecentId } from '../handler/recent-ids.ts'
import type { Cart, Merge } from './cart-state.ts'
import { cutToFit } from './cut-to-fit.ts'

/*
 * How the lines of a guest's cart reach a customer's cart, each exactly once (decisions C6: merging carts):
 * 1. HandOver: the lines leave the guest's cart in one event, which records the lines and the customer.
 * 2. MergeGuestCart: the customer's cart adds the lines, once for each handover number.
 * 3. ConfirmHandover: the guest's stream records that the customer's cart has the lines.
 * Lines that the guest adds meanwhile wait for the next handover. If the request dies before step 3, a process manager finishes the
 * handover.
 */

export type Handover = Readonly<{ guestId: string; handover: number; items: readonly CartItem[] }>

export function handedTo(customerId: string, guestId: string, { handedTo, handovers, handedOver }: Cart) {
  if (handedTo !== customerId || handedOver.length === 0) return undefined
  return { guestId, handover: handovers, items: handedOver } satisfies Handover
}

export function merge(ownerId: string, cart: Cart, handed: Handover, leftOf: ReadonlyMap<string, PiecesLeft>) {
  const { guestId, handover } = handed
  const before = valueOfRecentId(cart.merged, guestId)
  if (before && before.handover >= handover) return []
  const items = handover === 1 && before?.items ? without(handed.items, before.items) : handed.items
  return [GuestCartMerged({ ownerId, guestId, handover, ...cutToFit(cart.items, items, leftOf) })]
}

export const mergeOf = ({ handover, notices, items }: ReturnType<typeof GuestCartMerged>['data']): Merge =>
  handover === 0 ? { handover, notices, items } : { handover, notices }

/** Subtracts the pieces that an earlier GuestCartMerged of version 1 has already added to the customer's cart. */
const without = (items: Lines, taken: Lines) => taken.reduce(minus, items.reduce(plus, []))
