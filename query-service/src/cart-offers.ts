import type { CartDocument } from '@shop/language/cart/document'
import { leftIn } from '@shop/language/stock/lines'
import { withHeld } from '@shop/language/stock/pieces-left'
import type { Listing } from './catalog/catalog.ts'

/** Pieces that the owner's open checkout holds count as available (decisions C8: changed cart products). */
export const offersFor = (cart: CartDocument | undefined, listings: ReadonlyMap<string, Listing>) => (id: string) => {
  const listing = listings.get(id)
  if (!listing) return undefined
  const held = cart?.held.filter(({ productId }) => productId === id) ?? []
  return { ...listing.product, left: withHeld(leftIn(listing.lines), held) }
}
