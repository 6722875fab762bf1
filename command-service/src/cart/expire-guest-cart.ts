import { cartStream } from '@shop/shared/events/cart-events'
import type { CommandMetadata } from '@shop/shared/http/request-metadata'
import type { JobOutcome } from '@shop/shared/job-queue/job-queue'
import { type CommandHandler, furtherCommand } from '../handle-command.ts'
import { cartDecider } from './cart-decider.ts'

const NINETY_DAYS_MS = 90 * 24 * 60 * 60 * 1000

/** Empties a guest's cart that nobody has changed for ninety days; else it is looked at again when they are over (decisions C16). */
export async function expireGuestCart(
  commands: CommandHandler,
  ownerId: string,
  metadata: CommandMetadata,
): Promise<JobOutcome> {
  const stream = cartStream(ownerId)
  const { state, version, recordedAt } = await commands.load(cartDecider, stream)
  if (state.items.size === 0) return undefined
  const leftMs = Date.parse(recordedAt) + NINETY_DAYS_MS - commands.now().getTime()
  if (leftMs > 0) return { againInMs: leftMs }
  // One job serves a cart for all its life: each expiry is a command of its own.
  const own = furtherCommand(metadata, String(version))
  await commands.handle(cartDecider, stream, { type: 'ExpireGuestCart', ownerId }, own)
  return undefined
}
