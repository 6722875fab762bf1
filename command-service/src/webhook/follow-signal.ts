import { isInDollars, type Signal } from '@shop/language/checkout/signal-events'
import { isShopError } from '@shop/language/errors'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { openCase, settleMatched } from '../case/cases.ts'
import type { Checkout } from '../checkout/checkout-state.ts'
import { loadCheckout } from '../checkout/load-checkout.ts'
import { ownerOf } from '../claim/claims.ts'
import type { Parts } from '../parts.ts'
import { isUnanswered } from '../payment/verify-payment.ts'
import { tryToPlace } from '../purchase/payment-checks.ts'
import { beginPayment } from '../purchase/provider-order.ts'
import type { Purchase } from '../purchase/purchase.ts'
import { followDispute } from './follow-dispute.ts'
import { followRefund } from './follow-refund.ts'

/** After the provider's webhook, the browser usually reports the same payment within this time. */
const BROWSER_MS = 60_000
const AGAIN_MS = 15_000
/** How long the shop repeats a look-up, with growing pauses, if the look-up fails with PROVIDER_UNAVAILABLE. */
const ASKED_FOR_MS = 24 * 60 * 60_000

/** Acts on a webhook. A checkout's payment and a refund are looked up at the provider first. A dispute is taken from the webhook. */
export async function followSignal(parts: Parts, signal: Signal, metadata: CommandMetadata): Promise<JobOutcome> {
  const checkout = await checkoutOf(parts, signal)
  const { disputeId } = signal
  if (disputeId) return followDispute(parts, { ...signal, disputeId }, checkout, metadata)
  if (signal.refundId) return followRefund(parts, signal, checkout, metadata)
  return checkout ? followPayment(parts, signal, checkout, metadata) : followUnmatched(parts, signal, metadata)
}

/** Returns undefined if no checkout is known, or if a case has claimed the capture. */
async function checkoutOf({ commands }: Parts, signal: Signal): Promise<Checkout | undefined> {
  const { providerOrderId, captureId, checkoutId } = signal
  const id =
    (providerOrderId && (await ownerOf(commands, 'provider-order', providerOrderId))) ||
    (captureId && (await ownerOf(commands, 'capture', captureId))) ||
    checkoutId
  if (!id) return undefined
  return loadCheckout(commands, id).catch((refusal) => {
    if (!isShopError(refusal, 'NOT_FOUND')) throw refusal
    return undefined
  })
}

async function followPayment(
  parts: Parts,
  { providerOrderId, receivedAt }: Signal,
  checkout: Checkout,
  metadata: CommandMetadata,
): Promise<JobOutcome> {
  const ageMs = parts.commands.now().getTime() - Date.parse(receivedAt)
  const again = { againInMs: Math.max(AGAIN_MS, ageMs) }
  let purchase: Purchase = { parts, metadata, checkout }
  if (providerOrderId && !checkout.providerOrderIds.includes(providerOrderId)) {
    const found = await parts.payments.lookUp(providerOrderId)
    if (found.is !== 'refused' && !('order' in found && found.order)) return again
    const isClaimed = (await ownerOf(parts.commands, 'provider-order', providerOrderId)) === checkout.checkoutId
    if (found.order?.customId !== checkout.checkoutId && !isClaimed) return undefined
    // The checkout does not know the provider order if the provider's answer to the creation of the order was lost.
    purchase = await beginPayment(purchase, providerOrderId)
  }
  const refusal = await tryToPlace(purchase)
  // If the regular checks of this payment have ended, only these look-ups can still find the money.
  const mayBecomeKnown = refusal?.code === 'PROVIDER_UNAVAILABLE' && ageMs < ASKED_FOR_MS
  return isUnanswered(refusal) || mayBecomeKnown ? again : undefined
}

/**
 * Opens a case for money that no known checkout has claimed. Waits a minute first, because the browser may still report the payment. Settles
 * the case if the money was refused after a review.
 */
async function followUnmatched(
  { commands }: Parts,
  { what, providerOrderId, captureId, amountCents, currency, receivedAt }: Signal,
  metadata: CommandMetadata,
): Promise<JobOutcome> {
  if (!captureId || ![...TAKEN, ...REFUSED].includes(what)) return undefined
  if (commands.now().getTime() - Date.parse(receivedAt) < BROWSER_MS) return { againInMs: AGAIN_MS }
  if (REFUSED.includes(what)) {
    await settleMatched(commands, captureId, metadata)
    return undefined
  }
  const about = { kind: 'payment-unmatched', captureId, ...(providerOrderId && { providerOrderId }) } as const
  const code = isInDollars(currency) ? what : `PAID_IN_${currency}`
  const caseId = await openCase(commands, { ...about, amountCents: amountCents ?? 0, code }, metadata)
  const owner = await ownerOf(commands, 'capture', captureId)
  // A checkout may have claimed the money before the case was opened. Then the checkout found no case to settle.
  if (owner && owner !== caseId) await settleMatched(commands, captureId, metadata)
  return undefined
}

const TAKEN = ['PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.CAPTURE.PENDING']
const REFUSED = ['PAYMENT.CAPTURE.DENIED', 'PAYMENT.CAPTURE.DECLINED']
