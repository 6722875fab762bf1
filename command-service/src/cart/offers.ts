import type { ProductDetails } from '@shop/language/product/events'
import type { PiecesLeft } from '@shop/language/stock/pieces-left'
import type { CommandHandler } from '../handler/command-handler.ts'
import { detailsOf, leftNow } from '../product/offers.ts'
import type { Cart } from './cart-state.ts'

export type OwnStock = Readonly<{
  commands: CommandHandler
  /** This function is passed in, so that carts do not depend on checkouts. */
  holdOf: (openCheckoutId: string | undefined) => Promise<string | undefined>
}>

/** `details`: undefined if the product is not sold. `left`: the pieces that the cart's owner can buy. */
export type Offer = Readonly<{ details: ProductDetails | undefined; left: PiecesLeft }>
export type Offers = ReadonlyMap<string, Offer>

/** Pieces that the owner's open checkout holds count as available (decisions C8). */
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
