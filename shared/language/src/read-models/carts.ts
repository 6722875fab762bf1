import type { CartItem } from '../events/cart-events.ts'
import type { Collection } from './collection.ts'

/** `_id` is the owner: an account's id or a guest's. A closed or expired cart has no document. */
export type CartDocument = {
  _id: string
  items: readonly CartItem[]
  /** When a guest's cart with lines was last changed; null for every other cart, which never expires. */
  unchangedSince: string | null
}

export const carts: Collection<CartDocument> = { name: 'carts@2', searchedBy: ['unchangedSince'] }
