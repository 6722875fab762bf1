import type { ProductDetails } from '../product/events.ts'
import { comesIn, leftOf, type PiecesLeft } from '../stock/pieces-left.ts'
import { toDecimal } from '../values/money.ts'
import type { Cart, CartLine } from './api.ts'
import { type CartItem, isGuest } from './events.ts'

export type Offer = Pick<ProductDetails, 'name' | 'priceCents' | 'sizes' | 'colors' | 'images'>

/** `left` includes the pieces that the buyer's own open checkout holds. */
type OfferInStock = Offer & Readonly<{ left: PiecesLeft }>

/** Compares each line with the current product and its stock (decisions C8: changed products). */
export function cartView(
  ownerId: string,
  items: readonly CartItem[],
  offerOf: (productId: string) => OfferInStock | undefined,
  notices: readonly string[] = [],
): Cart {
  const products = items.map((item) => lineView(item, offerOf(item.productId)))
  const totalCents = products.reduce(
    (sum, line) => sum + (line.unavailable || line.soldOut ? 0 : Math.round(line.price * 100) * line.quantity),
    0,
  )
  return {
    products,
    ...(isGuest(ownerId) ? { guestId: guestIdOf(ownerId) } : { userId: ownerId }),
    totalPrice: toDecimal(totalCents),
    ...(notices.length > 0 && { notices }),
  }
}

/** A bare guest id has no random bits. A cart with a bare guest id belongs to one browser, which `mark` names (decisions C1: guest ids). */
export const ownerOfBareGuest = (guestId: string, mark: string) => `${guestId}~${mark}`
const guestIdOf = (ownerId: string) => ownerId.split('~')[0] ?? ownerId

export const isOffered = ({ size, color }: { size: string; color: string }, offer: Offer | undefined): offer is Offer =>
  offer !== undefined && comesIn({ size, color }, offer)

function lineView(item: CartItem, offer: OfferInStock | undefined): CartLine {
  const { productId, name, image, size, color, quantity, priceCents } = item
  const line = { productId, name, image, size, color, quantity }
  if (!isOffered(item, offer)) return { ...line, price: toDecimal(priceCents), unavailable: true }
  const changed = offer.priceCents !== priceCents
  const left = leftOf(offer.left, { size, color })
  return {
    ...line,
    price: toDecimal(Math.min(priceCents, offer.priceCents)),
    ...(changed && { addedPrice: toDecimal(priceCents), currentPrice: toDecimal(offer.priceCents) }),
    left,
    ...(left === 0 && { soldOut: true }),
  }
}
