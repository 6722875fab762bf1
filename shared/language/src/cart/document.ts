import type { Collection } from '../collection.ts'
import type { ProductPieces } from '../stock/events.ts'
import type { CartItem } from './events.ts'

/** A cart that was handed over, closed or expired has no document. */
export type CartDocument = {
  _id: string
  items: readonly CartItem[]
  /** Which pieces of a refused payment did not come back. Until the next change of the cart. */
  notices?: readonly string[]
  /** When a guest's cart last changed; null for an empty cart and for a customer's cart, which never expire. */
  unchangedSince: string | null
  /** The checkout that the owner opened last, until its pieces leave the cart. `held`: the pieces that this checkout holds. */
  heldBy: string | null
  held: readonly HeldPieces[]
}

/** The pieces stay in the document until they are released, which can be a moment after the end of the hold. */
export type HeldPieces = ProductPieces & Readonly<{ holdId: string }>

export const carts: Collection<CartDocument> = {
  name: 'carts@4',
  changes: { number: 4, says: 'If an older hold is released late, the pieces of a newer hold stay in the cart.' },
  changedBy: ['cart', 'checkouts', 'own-orders', 'orders', 'cases', 'users', 'me'],
  searchedBy: ['unchangedSince', 'heldBy'],
}
