import * as z from 'zod'
import { MAX_QUANTITY, MAX_TEXT } from '../limits.ts'
import { count, dollars, id, listOf, picture, word } from '../values/answer-values.ts'
import { GuestId } from '../values/text.ts'
import { User } from '../values/user.ts'

export const CartLine = z.object({
  productId: id,
  name: z.string().max(MAX_TEXT.productName),
  image: picture,
  size: word,
  color: word,
  quantity: z.int().min(1).max(MAX_QUANTITY),
  price: dollars.describe(
    'The price of one piece: the price when the piece was added or the current price, whichever is lower',
  ),
  addedPrice: dollars
    .exactOptional()
    .describe('The earlier price; present if the price has changed since the piece was added'),
  currentPrice: dollars
    .exactOptional()
    .describe('The current price, present with `addedPrice`; if it is higher, the shopper must accept it'),
  unavailable: z
    .literal(true)
    .exactOptional()
    .describe('The product, or this size and color, is no longer sold; the line is not included in the total'),
  left: count
    .exactOptional()
    .describe("How many pieces can be bought, including the pieces that the buyer's own open checkout holds"),
  soldOut: z.literal(true).exactOptional().describe('No piece is left; the line is not included in the total'),
})

export const Cart = z.object({
  products: listOf(CartLine),
  userId: id.exactOptional(),
  guestId: GuestId.exactOptional(),
  totalPrice: dollars.describe('The sum of the lines that can be bought'),
  notices: listOf(z.string())
    .exactOptional()
    .describe('Texts for the shopper about pieces that could not be added to the cart'),
})

/** Answer of POST /api/cart/merge (spec §4). */
export const MergedCart = Cart.extend({ user: User })
