import type { CartItem } from '@shop/language/events/cart-events'
import { OrderedMap, Set as PersistentSet } from 'immutable'
import type { SnapshotForm } from '../handler/decider.ts'
import { type Lately, noneLately, readLately, sizeOfLately, writeLately } from '../handler/lately.ts'
import { type Lines, plus } from './lines.ts'

export type Cart = Readonly<{
  items: Lines
  /** What each guest cart that was merged into this one had to leave behind, in words. */
  merged: Lately<readonly string[]>
  /** The customers whose carts this one, a guest's, has gone into. */
  closedInto: PersistentSet<string>
  /** Orders whose pieces have left. For good, their checkouts' streams know: they are finalized. */
  purchases: Lately<true>
  /** The checkouts opened from it, with the one that each superseded or ''. For good, their own streams know when they are over. */
  checkouts: Lately<string>
  /** The newest of them, open or not. */
  lastCheckoutId: string | undefined
  openCheckoutId: string | undefined
  /** How often it was changed: tells whether it still is as somebody saw it. */
  changes: number
}>

export const noLines: Lines = OrderedMap()

export const emptyCart: Cart = {
  items: noLines,
  merged: noneLately(),
  closedInto: PersistentSet(),
  purchases: noneLately(),
  checkouts: noneLately(),
  lastCheckoutId: undefined,
  openCheckoutId: undefined,
  changes: 0,
}

export const sizeOfCart = ({ items, merged, closedInto, purchases, checkouts }: Cart) =>
  items.size + closedInto.size + sizeOfLately(merged) + sizeOfLately(purchases) + sizeOfLately(checkouts)

export const cartSnapshot: SnapshotForm<Cart> = {
  name: 'cart@1',
  write: ({ items, merged, closedInto, purchases, checkouts, ...rest }) => ({
    ...rest,
    items: [...items.values()],
    closedInto: [...closedInto],
    merged: writeLately(merged),
    purchases: writeLately(purchases),
    checkouts: writeLately(checkouts),
  }),
  read: ({ items, merged, closedInto, purchases, checkouts, ...rest }: StoredCart) => ({
    ...rest,
    items: items.reduce(plus, noLines),
    closedInto: PersistentSet(closedInto),
    merged: readLately(merged),
    purchases: readLately(purchases),
    checkouts: readLately(checkouts),
  }),
}

type StoredCart = Pick<Cart, 'lastCheckoutId' | 'openCheckoutId' | 'changes'> & {
  items: readonly CartItem[]
  closedInto: readonly string[]
  merged: ReturnType<typeof writeLately<readonly string[]>>
  purchases: ReturnType<typeof writeLately<true>>
  checkouts: ReturnType<typeof writeLately<string>>
}
