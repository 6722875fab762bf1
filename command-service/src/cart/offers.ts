import type { ProductDetails } from '@shop/language/product/events'
import type { PiecesLeft } from '@shop/language/stock/pieces-left'
import type { CommandHandler } from '../handler/command-handler.ts'
import { detailsOf, leftNow } from '../product/offers.ts'
import type { Cart } from './cart-state.ts'

/** What is needed to compare a cart's lines with products and stock. */
export type OwnStock = Readonly<{
  commands: CommandHandler
  /**
   * Returns the hold of a cart's open checkout; undefined without an open checkout. The caller passes this function, so that the code of
   * carts does not depend on the code of checkouts.
   */
  holdOf: (openCheckoutId: string | undefined) => Promise<string | undefined>
}>

/** A product's details (undefined if it is not sold), and how many of its pieces the cart's owner can buy. */
export type Offer = Readonly<{ details: ProductDetails | undefined; left: PiecesLeft }>
export type Offers = ReadonlyMap<string, Offer>

/**
 * The products of these lines as offered to the cart's owner: pieces that the owner's open checkout holds count as available (decisions
 * C8). Offers in `known` are not looked up again.
 */
export async function offersFor(
  { commands, holdOf }: OwnStock,
  { openCheckoutId }: Pick<Cart, 'openCheckoutId'>,
  lines: Iterable<Readonly<{ productId: string }>>,
  known: Offers = new Map(),
): Promise<Offers> {
  const missing = new Set(Array.from(lines, ({ productId }) => productId)).difference(known)
  if (missing.size === 0) return known
  const hold = await holdOf(openCheckoutId)
  const offers = Array.from(missing, async (productId) => {
    const [details, left] = await Promise.all([detailsOf(commands, productId), leftNow(commands, productId, hold)])
    return [productId, { details, left }] as const
  })
  return new Map([...known, ...(await Promise.all(offers))])
}
