import { isShopError, type ShopError } from '@shop/language/errors'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { settleUnknownPayment } from '../case/cases.ts'
import { leavesOutcomeOpen, type PaymentState } from '../payment/payment-provider.ts'
import { isUnanswered } from '../payment/verify-payment.ts'
import { placePaid } from './place-order.ts'
import { CASE_AFTER_MS, further, loadPurchase, MONEY_MAY_COME_MS, type Purchase } from './purchase.ts'
import { type Found, settleStarted } from './settle-started.ts'
import { mayYetBeTaken } from './unknown-captures.ts'
import { isDecided, openUnknownPaymentCase } from './unknown-payment.ts'

/**
 * The interval between two checks while the buyer may still come back from the provider's page. So an unreported payment becomes an order
 * within a minute (reliability R6).
 */
export const CHECKED_EVERY_MS = 30_000
const BUYERS_COME_BACK_MS = 60 * 60_000
const LONGEST_PAUSE_MS = 5 * 60_000
const PAUSE_WITH_CASE_MS = 60 * 60_000

/**
 * Checks a payment that was begun, even if the browser never returns. Queries the provider until the payment is settled. Hours count from
 * the moment when the checkout expired or another payment paid it:
 * - If the payment stays unpaid, the checks end after an hour.
 * - While the provider does not answer or reports the payment pending, the checks go on.
 * - If the payment is approved, or if the provider does not report it, the checks go on for four hours.
 * - If the outcome of a capture is unknown, the checks go on until five hours after the last recorded try of the capture.
 * - If the provider still does not report the payment when the checks end, the payment becomes a case. From then on the queries continue
 *   until the provider reports the payment, which settles the case, or until an admin closes the case. If the checkout's status equals the
 *   argument `until`, does nothing, because another job checks the payment then.
 */
export async function checkPayment(purchase: Purchase, until?: 'pending'): Promise<JobOutcome> {
  if (purchase.checkout.status === until) return undefined
  const refusal = await tryToPlace(purchase)
  const after = await loadPurchase(purchase.parts, purchase.checkout.checkoutId, purchase.metadata)
  const { parts, checkout, metadata } = after
  const again = { againInMs: pauseMs(after) }
  if (isUnanswered(refusal)) return again
  const undecided = checkout.providerOrderIds.filter((id) => !isDecided(checkout, id))
  // Even if one payment has paid the checkout, a request under way may still capture another payment. So the checks go on for an hour.
  const overMs = parts.clock.forgetting() - Date.parse(checkout.payment?.paidAt ?? checkout.expiresAt)
  if (undecided.length > 0 && overMs < CASE_AFTER_MS) return again
  const found = new Map(await Promise.all(undecided.map(async (id) => [id, await parts.payments.lookUp(id)] as const)))
  if ([...found].some(([id, state]) => isWaitedFor(state, overMs) || mayYetBeTaken(after, id))) return again
  // Before the checks end, the shop acts on the last report once more: the money may have come, or may have been reported, only just now.
  const last = await tryToPlace(further(after, 'seen last'), found)
  if (isUnanswered(last)) return again
  let hasOpenCase = false
  for (const providerOrderId of checkout.providerOrderIds) {
    const state = found.get(providerOrderId)
    if (!state || !leavesOutcomeOpen(state)) await settleUnknownPayment(parts.commands, providerOrderId, metadata)
    else if (await openUnknownPaymentCase(after, providerOrderId, state.code)) hasOpenCase = true
  }
  return hasOpenCase ? { againInMs: PAUSE_WITH_CASE_MS } : undefined
}

/** Makes a purchase an order if one of its begun payments has paid it. If no payment has paid, returns the refusal that says why. */
export async function tryToPlace(purchase: Purchase, found?: Found): Promise<ShopError | undefined> {
  try {
    await placePaid(await settleStarted(purchase, found))
    return undefined
  } catch (refusal) {
    if (!isShopError(refusal)) throw refusal
    return refusal
  }
}

function pauseMs({ parts, checkout }: Purchase) {
  const ageMs = parts.commands.now().getTime() - Date.parse(checkout.startedAt)
  return ageMs < BUYERS_COME_BACK_MS ? CHECKED_EVERY_MS : LONGEST_PAUSE_MS
}

function isWaitedFor(state: PaymentState, overMs: number): boolean {
  if (state.is === 'pending' || state.is === 'unknown') return true
  return overMs < MONEY_MAY_COME_MS && (state.is === 'approved' || leavesOutcomeOpen(state))
}
