import type { CartItem, PurchasedLine } from '@shop/language/cart/events'
import type { Lines } from '@shop/language/cart/lines'
import { noRecentIds, type RecentIds, sizeOfRecentIds } from '../handler/recent-ids.ts'

export type Cart = Readonly<{
  items: Lines
  /** The last merge of each guest's cart into this cart. */
  merged: RecentIds<Merge>
  /** For a guest's cart: the only customer who receives its lines (decisions C6). */
  handedTo: string | undefined
  handovers: number
  /** Lines that this customer has not received yet. */
  handedOver: Lines
  /**
   * Orders whose pieces left the cart, or the pieces that came back. After an id is dropped, the checkout's status `finalized` prevents
   * a second removal.
   */
  purchases: RecentIds<true | readonly PurchasedLine[]>
  /**
   * Checkouts opened from this cart, each with the checkout that it superseded (or ''). After an id is dropped, the checkout's status
   * prevents a second opening.
   */
  checkouts: RecentIds<string>
  lastCheckoutId: string | undefined
  openCheckoutId: string | undefined
  /** The number of events. It shows whether the cart has changed since a read. */
  changes: number
}>

/** `notices`: which pieces could not be added. */
export type Merge = Readonly<{
  handover: number
  notices: readonly string[]
  /**
   * The merged lines, kept only for version 1 of GuestCartMerged. After this version, the guest's cart may still have the lines, and the
   * next merge leaves them out.
   */
  items?: readonly CartItem[]
}>

export const emptyCart: Cart = {
  items: [],
  merged: noRecentIds(),
  handedTo: undefined,
  handovers: 0,
  handedOver: [],
  purchases: noRecentIds(),
  checkouts: noRecentIds(),
  lastCheckoutId: undefined,
  openCheckoutId: undefined,
  changes: 0,
}

export const sizeOfCart = ({ items, merged, handedOver, purchases, checkouts }: Cart) =>
  items.length + handedOver.length + sizeOfRecentIds(merged) + sizeOfRecentIds(purchases) + sizeOfRecentIds(checkouts)
