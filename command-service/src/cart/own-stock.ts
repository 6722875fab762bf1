import { cartStream } from '@shop/language/events/cart-events'
import type { CommandHandler } from '../handler/command-handler.ts'
import { leftNow } from '../product/offers.ts'
import { cartDecider } from './cart-decider.ts'

/** Names the hold of an open checkout; undefined for one that is not open. */
export type HoldOf = (checkoutId: string) => Promise<string | undefined>

/** What a cart's owner can buy: what their own open checkout holds counts as available (decisions C8). */
export function createOwnStock(commands: CommandHandler, holdOf: HoldOf) {
  async function ownHold(ownerId: string) {
    const { openCheckoutId } = (await commands.fact(cartDecider, cartStream(ownerId))).state
    return openCheckoutId && holdOf(openCheckoutId)
  }
  return {
    ownHold,
    leftFor: async (ownerId: string, productId: string) => leftNow(commands, productId, await ownHold(ownerId)),
  }
}
