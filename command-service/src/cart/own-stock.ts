import type { PiecesLeft } from '@shop/language/stock/pieces-left'
import type { CommandHandler } from '../handler/command-handler.ts'
import { leftOfAll } from '../product/offers.ts'
import type { Cart } from './cart-state.ts'

/** What the lines of a cart are compared with. */
export type OwnStock = Readonly<{
  commands: CommandHandler
  /** Names the hold of a cart's open checkout; undefined if there is none. Checkouts know carts, and not the other way round. */
  holdOf: (openCheckoutId: string | undefined) => Promise<string | undefined>
}>

/** What the owner of this cart can buy of each product: what their own open checkout holds counts as available (decisions C8). */
export async function leftForOwner(
  { commands, holdOf }: OwnStock,
  { openCheckoutId }: Pick<Cart, 'openCheckoutId'>,
  productIds: readonly string[],
): Promise<ReadonlyMap<string, PiecesLeft>> {
  return leftOfAll(commands, productIds, await holdOf(openCheckoutId))
}
