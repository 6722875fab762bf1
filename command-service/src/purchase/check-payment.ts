import { isShopError, type ShopError } from '@shop/language/errors'
import { logFact } from '@shop/logger/logger'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { openCase } from '../case/cases.ts'
import { answered, type Capture } from '../payment/payment-provider.ts'
import { placePaid } from './place-order.ts'
import { loadPurchase, type Purchase, record } from './purchase.ts'
import { settleStarted } from './settle-started.ts'

/** Money that nobody tells of becomes an order within a minute (reliability R6), while buyers may come back. */
const PAUSE_MS = 30_000
const BUYERS_COME_BACK_MS = 60 * 60_000
const LONGEST_PAUSE_MS = 5 * 60_000
const PATIENCE_AFTER_END_MS = 60 * 60_000

/**
 * Checks a payment that was begun, whether or not the browser returns: asks the provider until the payment is settled,
 * or is still unpaid an hour after the checkout has expired or another payment has paid it. Goes on while the provider does
 * not answer or reports it pending.
 */
export async function checkPayment(purchase: Purchase): Promise<JobOutcome> {
  let refusal: ShopError | undefined
  try {
    await placePaid(await settleStarted(purchase))
  } catch (error) {
    if (!isShopError(error)) throw error
    refusal = error
  }
  const after = await loadPurchase(purchase.parts, purchase.checkout.checkoutId, purchase.metadata)
  return (await isUndecided(after, refusal)) ? { againInMs: pauseMs(after) } : undefined
}

function pauseMs({ parts, checkout }: Purchase) {
  const ageMs = parts.commands.now().getTime() - Date.parse(checkout.startedAt)
  return ageMs < BUYERS_COME_BACK_MS ? PAUSE_MS : LONGEST_PAUSE_MS
}

async function isUndecided(purchase: Purchase, refusal: ShopError | undefined): Promise<boolean> {
  if (refusal?.code === 'PROVIDER_UNAVAILABLE') return true
  if (refusal?.code === 'PAYMENT_AMOUNT_MISMATCH' || refusal?.code === 'PAYMENT_NOT_VERIFIED')
    if (await endWrongMoney(purchase)) return false
  const { payment, providerOrderIds, refusals, expiresAt, status } = purchase.checkout
  if (status === 'pending') return true
  if (providerOrderIds.every((id) => id === payment?.providerOrderId || refusals.get(id)?.final)) return false
  // Paid by one of several payments: a request that is under way may still capture another.
  const deadlineMs = Date.parse(payment?.paidAt ?? expiresAt) + PATIENCE_AFTER_END_MS
  return purchase.parts.commands.now().getTime() < deadlineMs || (await isPending(purchase))
}

async function isPending({ parts, checkout }: Purchase) {
  const found = await Promise.all(checkout.providerOrderIds.map((id) => parts.payments.lookUp(id)))
  return found.some(({ is }) => is === 'pending' || is === 'unknown')
}

/**
 * Ends money that was taken for this checkout and is not what it asked for: another amount goes back, another currency is for an
 * admin to look at, since the books are in US dollars. Returns whether there was any.
 */
async function endWrongMoney(purchase: Purchase): Promise<boolean> {
  const { checkoutId, totalCents, providerOrderIds } = purchase.checkout
  for (const providerOrderId of providerOrderIds) {
    const found = answered(await purchase.parts.payments.lookUp(providerOrderId))
    if (found.is !== 'taken' || found.capture.customId !== checkoutId || !found.capture.paysUs) continue
    const { currency, amountCents } = found.capture
    if (currency === 'USD' && amountCents === totalCents) continue
    await (currency === 'USD'
      ? sendBack(purchase, found.capture)
      : showAdmins(purchase, providerOrderId, found.capture))
    return true
  }
  return false
}

async function sendBack(purchase: Purchase, { id: captureId, amountCents }: Capture) {
  const { checkoutId } = purchase.checkout
  logFact('warn', 'A payment has another amount than its checkout and goes back', { checkoutId, captureId })
  const reason = 'It was not the amount of the checkout'
  await record(purchase, { type: 'RequestRefund', captureId, amountCents, reason }, 'send back', captureId)
}

async function showAdmins(
  { parts, checkout, metadata }: Purchase,
  providerOrderId: string,
  { id: captureId, amountCents, currency }: Capture,
) {
  const { checkoutId, customerId } = checkout
  const about = { kind: 'payment-unmatched', checkoutId, customerId, providerOrderId, captureId } as const
  await openCase(parts.commands, { ...about, amountCents, code: `PAID_IN_${currency}` }, metadata)
}
