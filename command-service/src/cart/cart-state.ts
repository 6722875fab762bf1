import type { CartItem } from '@shop/language/events/cart-events'
import { OrderedMap } from 'immutable'
import type { SnapshotForm } from '../handler/decider.ts'
import { noRecentIds, type RecentIds, sizeOfRecentIds } from '../handler/recent-ids.ts'
import { type Lines, plus } from './lines.ts'

export type Cart = Readonly<{
  items: Lines
  /** For each guest cart merged into this one, its last merge. */
  merged: RecentIds<Merge>
  /** A guest's cart: the one customer it was handed over to (decisions C6), how often, and the lines they have not received yet. */
  handedTo: string | undefined
  handovers: number
  handedOver: Lines
  /**
   * Orders whose pieces were removed, and whether they came back. Once an id is dropped, the checkout's status `finalized` prevents a
   * repeat.
   */
  purchases: RecentIds<true | 'returned'>
  /**
   * Checkouts opened from this cart, each with the one it superseded or ''. Once an id is dropped, the checkout's status prevents a repeat.
   */
  checkouts: RecentIds<string>
  /** The newest checkout, open or not. */
  lastCheckoutId: string | undefined
  openCheckoutId: string | undefined
  /** How often the cart was changed: shows whether it has changed since it was read. */
  changes: number
}>

/** `notices` say which pieces could not be taken over. */
export type Merge = Readonly<{
  handover: number
  notices: readonly string[]
  /** Set by a merge of version 1, which the guest's cart may not know of yet. */
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
