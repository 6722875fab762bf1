import type { CartItem } from '../events/cart-events.ts'
import type { Collection } from '../read-store/read-store.ts'

/** `_id` is the owner: an account's id or a guest's. A closed or expired cart has no document. */
export type CartDocument = { _id: string; items: readonly CartItem[] }

export const carts: Collection<CartDocument> = { name: 'carts@1', searchedBy: [] }
