import * as z from 'zod'
import { MAX_QUANTITY, MAX_TEXT } from './limits.ts'
import { Id, optionalId, text } from './text.ts'

/** `guest_<ms>`, or with 128 random bits behind it, which makes it a capability (decisions C1). */
export const GuestId = z.string().regex(/^guest_\d{1,20}(_[\w-]{22})?$/, 'A guest id is expected')
const optionalGuestId = z
  .union([z.literal(''), z.null(), GuestId])
  .optional()
  .transform((value) => value || undefined)

const line = { productId: Id, size: text(MAX_TEXT.word), color: text(MAX_TEXT.word) }
const owner = { guestId: optionalGuestId, userId: optionalId }

export const AddToCartBody = z.object({ ...line, quantity: z.int().min(1).max(MAX_QUANTITY), ...owner })
/** Quantity 0 removes the line. */
export const ChangeQuantityBody = z.object({ ...line, quantity: z.int().min(0).max(MAX_QUANTITY), ...owner })
export const RemoveFromCartBody = z.object({ ...line, ...owner })
export const MergeCartBody = z.object({ guestId: GuestId })
export const CartQuery = z.object(owner)

export type CartLine = {
  productId: string
  name: string
  image: string
  size: string
  color: string
  quantity: number
  /** Decimal dollars, of one piece. After a fall the lower price, after a rise the one at which it was added. */
  price: number
  /** Both are present if the price has changed since; a rise needs the shopper's click (decisions C8). */
  addedPrice?: number
  currentPrice?: number
  /** The product, or this size and colour, is no longer sold; the line is left out of the total. */
  unavailable?: true
}

export type Cart = {
  products: readonly CartLine[]
  userId?: string
  guestId?: string
  /** Decimal dollars, over the available lines. */
  totalPrice: number
  /** What a merge or a fall in stock has cut, in words for the shopper (decisions C6). */
  notices?: readonly string[]
}

/** Answer of POST /api/cart/merge (spec §4). */
export type MergedCart = Cart & { user: string }
