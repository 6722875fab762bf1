import * as z from 'zod'
import { count, dollars, id, listOf, picture, word } from './answer-values.ts'
import { MAX_QUANTITY, MAX_TEXT } from './limits.ts'
import { GuestId } from './text.ts'

export const CartLine = z.object({
  productId: id,
  name: z.string().max(MAX_TEXT.productName),
  image: picture,
  size: word,
  color: word,
  quantity: z.int().min(1).max(MAX_QUANTITY),
  price: dollars.describe('Of one piece. After a fall the lower price, after a rise the one at which it was added'),
  addedPrice: dollars.exactOptional().describe('With currentPrice: the price has changed since'),
  currentPrice: dollars.exactOptional().describe('A rise needs the click of the shopper'),
  unavailable: z
    .literal(true)
    .exactOptional()
    .describe('The product, or this size and colour, is no longer sold; the line is left out of the total'),
  left: count
    .exactOptional()
    .describe("How many of this size and colour can be bought, with those that the buyer's own open checkout holds"),
  soldOut: z.literal(true).exactOptional().describe('None is left; the line is left out of the total'),
})

export const Cart = z.object({
  products: listOf(CartLine),
  userId: id.exactOptional(),
  guestId: GuestId.exactOptional(),
  totalPrice: dollars.describe('Over the available lines'),
  notices: listOf(z.string())
    .exactOptional()
    .describe('What a merge or a fall in stock has cut, in words for the shopper'),
})

/** Answer of POST /api/cart/merge (spec §4). */
export const MergedCart = Cart.extend({ user: id })
