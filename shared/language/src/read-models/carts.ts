import type { CartItem } from '../events/cart-events.ts'
import type { ProductPieces } from '../events/stock-events.ts'
import type { Collection } from './collection.ts'

/** `_id` is the owner: an account's id or a guest's. A closed or expired cart has no document. */
export type CartDocument = {
  _id: string
  items: readonly CartItem[]
  /** When a guest's cart with lines was last changed; null for every other cart, which never expires. */
  unchangedSince: string | null
  /** The open checkout of its owner, and the lines of stock that it holds. */
  heldBy: string | null
  held: readonly HeldPieces[]
}

/** A checkout may have the pieces of an ended hold for a moment, until they are released. */
export type HeldPieces = ProductPieces & Readonly<{ holdId: string }>

export const carts: Collection<CartDocument> = { name: 'carts@4', searchedBy: ['unchangedSince', 'heldBy'] }
