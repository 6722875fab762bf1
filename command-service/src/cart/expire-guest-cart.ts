import { cartStream, GUEST_CART_TTL_MS } from '@shop/language/cart/events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import { cartDecider } from './cart-decider.ts'

/**
 * Empties a guest's cart that has not changed for GUEST_CART_TTL_MS (decisions C16). `forgettingMs`: the time of the clock that decides
 * which data is old.
 */
export async function expireGuestCart(
  commands: CommandHandler,
  ownerId: string,
  metadata: CommandMetadata,
  forgettingMs = commands.now().getTime(),
) {
  const stream = cartStream(ownerId)
  const { state, version, recordedAt } = await commands.load(cartDecider, stream)
  if (state.items.length === 0 || forgettingMs < Date.parse(recordedAt) + GUEST_CART_TTL_MS) return
  // The stream's version makes each expiry of a cart a separate command.
  const own = furtherCommand(metadata, String(version))
  await commands.ensure(cartDecider, stream, { type: 'ExpireGuestCart', ownerId, changes: state.changes }, own)
}
