import { type ProductDetails, productStream } from '@shop/language/product/events'
import { stockStream } from '@shop/language/stock/events'
import { leftIn } from '@shop/language/stock/lines'
import { type PiecesLeft, withHeld } from '@shop/language/stock/pieces-left'
import type { CommandHandler } from '../handler/command-handler.ts'
import { stockDecider } from '../stock/stock-decider.ts'
import { productDecider } from './product-decider.ts'

/** A product's details, which may be up to a second out of date. Undefined if the product was never listed or is deleted. */
export const detailsOf = async (commands: CommandHandler, productId: string): Promise<ProductDetails | undefined> =>
  (await commands.fact(productDecider, productStream(productId))).state.details

/**
 * The pieces that can still be bought. The numbers may be up to a second out of date. Pieces reserved by the hold `ownHold` count as
 * available.
 */
export async function leftNow(commands: CommandHandler, productId: string, ownHold?: string): Promise<PiecesLeft> {
  const { state } = await commands.fact(stockDecider, stockStream(productId))
  const held = ownHold === undefined ? undefined : state.reserved.get(ownHold)
  return held ? withHeld(leftIn(state.lines), held) : leftIn(state.lines)
}
