import { isShopError } from '@shop/language/errors'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { expireCheckout } from '../checkout/expire-checkout.ts'
import { isUnanswered } from '../payment/verify-payment.ts'
import { placeOrder } from './place-order.ts'
import type { Purchase } from './purchase.ts'
import { PENDING_HOLD_MS } from './record-pending.ts'
import { settleStarted } from './settle-started.ts'

const PROVIDER_PAUSE_MS = 60_000

/**
 * Expires an open checkout whose time is over. If its payment is approved or captured, the checkout becomes an order instead. The pieces
 * stay held while the provider does not answer.
 */
export async function expirePurchase(purchase: Purchase): Promise<JobOutcome> {
  const { parts, metadata, checkout } = purchase
  const { status, expiresAt, providerOrderIds } = checkout
  const presentMs = parts.clock.lasting(heldSinceMs(purchase))
  const msUntil = (time: string) => Date.parse(time) - presentMs
  const leftMs = msUntil(expiresAt)
  if (status === 'open' && leftMs > 0) return { againInMs: leftMs }
  if (status === 'open' && providerOrderIds.length > 0) {
    try {
      await placeOrder(await settleStarted(purchase))
      return undefined
    } catch (refusal) {
      if (isUnanswered(refusal)) return { againInMs: PROVIDER_PAUSE_MS }
      if (!isShopError(refusal)) throw refusal
    }
  }
  const heldUntil = await expireCheckout(parts.commands, checkout, metadata, presentMs)
  const heldMs = heldUntil === undefined ? 0 : msUntil(heldUntil)
  return heldMs > 0 ? { againInMs: heldMs } : undefined
}

/** The start of the hold's time. If the clock has jumped since then, the jump does not shorten the hold (reliability R21). */
const heldSinceMs = ({ parts, checkout: { status, expiresAt } }: Purchase) =>
  Date.parse(expiresAt) - (status === 'pending' ? PENDING_HOLD_MS : parts.checkoutTtlMs)
