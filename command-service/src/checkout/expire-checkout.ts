import { isShopError } from '@shop/language/errors'
import { checkoutStream } from '@shop/language/events/checkout-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { furtherCommand } from '../handler/command-metadata.ts'
import { placeOrder } from '../order/place-order.ts'
import type { Parts } from '../parts.ts'
import { checkoutDecider } from './checkout-decider.ts'
import { releaseLapsed } from './hold-stock.ts'
import { loadCheckout } from './load-checkout.ts'
import { settleStarted } from './settle-payment.ts'

const PROVIDER_PAUSE_MS = 60_000

/**
 * Expires an open checkout whose time is over, unless its payment is approved or captured: then it becomes an order.
 * While the provider does not answer, the pieces stay held. Whatever is still reserved for ended holds is released.
 */
export async function expireCheckout(parts: Parts, checkoutId: string, metadata: CommandMetadata): Promise<JobOutcome> {
  const { commands } = parts
  const { status, expiresAt, providerOrderIds } = await loadCheckout(commands, checkoutId)
  const leftMs = Date.parse(expiresAt) - commands.now().getTime()
  if (status === 'open' && leftMs > 0) return { againInMs: leftMs }
  if (status === 'open' && providerOrderIds.length > 0) {
    try {
      await settleStarted(parts, checkoutId, metadata)
      await placeOrder(commands, checkoutId, metadata)
      return undefined
    } catch (refusal) {
      if (isShopError(refusal, 'PROVIDER_UNAVAILABLE')) return { againInMs: PROVIDER_PAUSE_MS }
      if (!isShopError(refusal)) throw refusal
    }
  }
  const expire = { type: 'Expire', checkoutId, at: commands.now().toISOString() } as const
  await commands.ensure(checkoutDecider, checkoutStream(checkoutId), expire, furtherCommand(metadata, 'expire'))
  await releaseLapsed(commands, checkoutId, metadata)
  return undefined
}
