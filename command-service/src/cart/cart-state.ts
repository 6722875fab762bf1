import type { CartItem } from '@shop/language/events/cart-events'
import { OrderedMap, Set as PersistentSet } from 'immutable'
import type { SnapshotForm } from '../handler/decider.ts'
import { noRecentIds, type RecentIds, readRecentIds, sizeOfRecentIds, writeRecentIds } from '../handler/recent-ids.ts'
import { type Lines, plus } from './lines.ts'

export type Cart = Readonly<{
  items: Lines
  /** For each guest cart merged into this one, notices of what could not be taken over. */
  merged: RecentIds<readonly string[]>
  /** For a guest's cart: the customers into whose carts it was merged. */
  closedInto: PersistentSet<string>
  /** Orders whose pieces were removed. After these ids are dropped, the checkouts' status `finalized` prevents a repeat. */
  purchases: RecentIds<true>
  /** Checkouts opened from it, each with the one it superseded or ''. After they are dropped, their own status prevents a repeat. */
  checkouts: RecentIds<string>
  /** The newest checkout, open or not. */
  lastCheckoutId: string | undefined
  openCheckoutId: string | undefined
  /** How often it was changed: tells whether it has changed since it was read. */
  changes: number
}>

export const noLines: Lines = OrderedMap()

export const emptyCart: Cart = {
  items: noLines,
  merged: noRecentIds(),
  closedInto: PersistentSet(),
  purchases: noRecentIds(),
  checkouts: noRecentIds(),
  lastCheckoutId: undefined,
  openCheckoutId: undefined,
  changes: 0,
}

export const sizeOfCart = ({ items, merged, closedInto, purchases, checkouts }: Cart) =>
  items.size + closedInto.size + sizeOfRecentIds(merged) + sizeOfRecentIds(purchases) + sizeOfRecentIds(checkouts)

export const cartSnapshot: SnapshotForm<Cart> = {
  name: 'cart@1',
  write: ({ items, merged, closedInto, purchases, checkouts, ...rest }) => ({
    ...rest,
    items: [...items.values()],
    closedInto: [...closedInto],
    merged: writeRecentIds(merged),
    purchases: writeRecentIds(purchases),
    checkouts: writeRecentIds(checkouts),
  }),
  read: ({ items, merged, closedInto, purchases, checkouts, ...rest }: StoredCart) => ({
    ...rest,
    items: items.reduce(plus, noLines),
    closedInto: PersistentSet(closedInto),
    merged: readRecentIds(merged),
    purchases: readRecentIds(purchases),
    checkouts: readRecentIds(checkouts),
  }),
}

type StoredCart = Pick<Cart, 'lastCheckoutId' | 'openCheckoutId' | 'changes'> & {
  items: readonly CartItem[]
  closedInto: readonly string[]
  merged: ReturnType<typeof writeRecentIds<readonly string[]>>
  purchases: ReturnType<typeof writeRecentIds<true>>
  checkouts: ReturnType<typeof writeRecentIds<string>>
}
