import type { CartItem } from '@shop/language/cart/events'
import { OrderedMap } from 'immutable'
import type { SnapshotForm } from '../handler/decider.ts'
import { noRecentIds, type RecentIds, sizeOfRecentIds } from '../handler/recent-ids.ts'
import { type Lines, plus } from './lines.ts'

export type Cart = Readonly<{
  items: Lines
  /** The last merge of each guest's cart that was merged into this cart. */
  merged: RecentIds<Merge>
  /**
   * For a guest's cart: the only customer who receives its lines (decisions C6), the number of handovers, and the lines not yet received.
   */
  handedTo: string | undefined
  handovers: number
  handedOver: Lines
  /**
   * Orders whose pieces were removed from the cart, and whether the pieces came back. After the cart has dropped an id, the checkout's
   * status `finalized` prevents a second removal.
   */
  purchases: RecentIds<true | 'returned'>
  /**
   * Checkouts opened from this cart, each with the id of the checkout that it superseded (or ''). After the cart has dropped an id, the
   * checkout's status prevents the cart from opening the checkout again.
   */
  checkouts: RecentIds<string>
  /** The newest checkout, open or not. */
  lastCheckoutId: string | undefined
  openCheckoutId: string | undefined
  /** The number of changes of the cart. A different number shows that the cart has changed since it was read. */
  changes: number
}>

/** `notices` say which pieces could not be added. */
export type Merge = Readonly<{
  handover: number
  notices: readonly string[]
  /**
   * The merged lines. Only version 1 of GuestCartMerged, from an earlier release, has them. If the shop stopped before it emptied the
   * guest's cart, these lines are still in that cart. The next merge leaves them out, so that they are not added twice.
   */
  items?: readonly CartItem[]
}>

export const noLines: Lines = OrderedMap()

export const emptyCart: Cart = {
  items: noLines,
  merged: noRecentIds(),
  handedTo: undefined,
  handovers: 0,
  handedOver: noLines,
  purchases: noRecentIds(),
  checkouts: noRecentIds(),
  lastCheckoutId: undefined,
  openCheckoutId: undefined,
  changes: 0,
}

export const sizeOfCart = ({ items, merged, handedOver, purchases, checkouts }: Cart) =>
  items.size + handedOver.size + sizeOfRecentIds(merged) + sizeOfRecentIds(purchases) + sizeOfRecentIds(checkouts)

export const cartSnapshot: SnapshotForm<Cart> = {
  name: 'cart@3',
  write: ({ items, handedOver, ...rest }) => ({
    ...rest,
    items: [...items.values()],
    handedOver: [...handedOver.values()],
  }),
  read: ({ items, handedOver, ...rest }: StoredCart) => ({
    ...rest,
    items: items.reduce(plus, noLines),
    handedOver: handedOver.reduce(plus, noLines),
  }),
}

type StoredCart = Omit<Cart, 'items' | 'handedOver'> & {
  items: readonly CartItem[]
  handedOver: readonly CartItem[]
}
