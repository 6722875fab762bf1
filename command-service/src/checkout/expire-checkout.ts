import { checkoutStream } from '@shop/language/checkout/events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import { checkoutDecider } from './checkout-decider.ts'
import { type Checkout, holdsPieces } from './checkout-state.ts'
import { releaseLapsed } from './hold-stock.ts'

/**
 * Expires an open checkout whose time was over at `atMs`, and releases the pieces that are still reserved for its ended holds. If the
 * checkout was not due yet and still holds pieces, returns the time at which it expires. A checkout is not due yet if its time was
 * extended, or if the clock was set back.
 */
export async function expireCheckout(
  commands: CommandHandler,
  { checkoutId }: Checkout,
  metadata: CommandMetadata,
  atMs: number,
) {
  const expire = { type: 'Expire', checkoutId, at: new Date(atMs).toISOString() } as const
  const own = furtherCommand(metadata, 'expire')
  const { state } = await commands.ensure(checkoutDecider, checkoutStream(checkoutId), expire, own)
  if (state) await releaseLapsed(commands, state, metadata)
  return state && holdsPieces(state) ? state.expiresAt : undefined
}
