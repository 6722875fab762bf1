import { isShopError, type ShopError } from '@shop/language/errors'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { openCase } from '../case/cases.ts'
import { isUntold } from '../payment/payment-provider.ts'
import { placePaid } from './place-order.ts'
import { loadPurchase, type Purchase } from './purchase.ts'
import { settleStarted } from './settle-started.ts'

/** Money that nobody tells of becomes an order within a minute (reliability R6), while buyers may come back. */
export const CHECKED_EVERY_MS = 30_000
const BUYERS_COME_BACK_MS = 60 * 60_000
const LONGEST_PAUSE_MS = 5 * 60_000
const PATIENCE_AFTER_END_MS = 60 * 60_000
/** PayPal lets an order be approved for three hours: an hour after those no more money can come. */
const PATIENCE_WITH_UNTOLD_MS = 4 * 60 * 60_000

/**
 * Checks a payment that was begun, whether or not the browser returns: asks the provider until the payment is settled,
 * or is still unpaid an hour after the checkout has expired or another payment has paid it. Goes on while the provider does
 * not answer or reports it pending. One that the provider refuses to tell of becomes a case, four hours after that end.
 */
export async function checkPayment(purchase: Purchase): Promise<JobOutcome> {
  const refusal = await tryToPlace(purchase)
  const after = await loadPurchase(purchase.parts, purchase.checkout.checkoutId, purchase.metadata)
  return (await isUndecided(after, refusal)) ? { againInMs: pauseMs(after) } : undefined
}

/** Makes a purchase the order if a payment that was begun has paid it. Returns why not, if it is not paid. */
export async function tryToPlace(purchase: Purchase): Promise<ShopError | undefined> {
  try {
    await placePaid(await settleStarted(purchase))
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

async function isUndecided(purchase: Purchase, refusal: ShopError | undefined): Promise<boolean> {
  if (refusal?.code === 'PROVIDER_UNAVAILABLE') return true
  const { parts, checkout } = purchase
  const { payment, providerOrderIds, refusals, expiresAt } = checkout
  const undecided = providerOrderIds.filter((id) => id !== payment?.providerOrderId && !refusals.get(id)?.final)
  if (undecided.length === 0) return false
  // Paid by one of several payments: a request that is under way may still capture another.
  const overMs = parts.commands.now().getTime() - Date.parse(payment?.paidAt ?? expiresAt)
  if (overMs < PATIENCE_AFTER_END_MS) return true
  const found = await Promise.all(undecided.map(async (id) => [id, await parts.payments.lookUp(id)] as const))
  if (found.some(([, { is }]) => is === 'pending' || is === 'unknown')) return true
  const untold = found.flatMap(([id, state]) => (isUntold(state) ? [[id, state.code] as const] : []))
  if (untold.length > 0 && overMs < PATIENCE_WITH_UNTOLD_MS) return true
  for (const [providerOrderId, code] of untold) await showAdmins(purchase, providerOrderId, code)
  return false
}

/** What the provider refuses to tell may be money that was taken: an admin sees to it. */
async function showAdmins({ parts, checkout, metadata }: Purchase, providerOrderId: string, code: string) {
  const { checkoutId, customerId, totalCents: amountCents } = checkout
  const about = { kind: 'payment-unknown', checkoutId, customerId, providerOrderId } as const
  await openCase(parts.commands, { ...about, amountCents, code }, metadata)
}
