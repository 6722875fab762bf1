import { isShopError, type ShopError } from '@shop/language/errors'
import { checkoutStream } from '@shop/language/events/checkout-events'
import { logFact } from '@shop/logger/logger'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { furtherCommand } from '../handler/command-metadata.ts'
import { placePaid } from '../order/place-order.ts'
import type { Parts } from '../parts.ts'
import { checkoutDecider } from './checkout-decider.ts'
import type { Checkout } from './checkout-state.ts'
import { loadCheckout } from './load-checkout.ts'
import { settleStarted } from './settle-payment.ts'
import { stateOf } from './verify-payment.ts'

const SHORTEST_PAUSE_MS = 15_000
const LONGEST_PAUSE_MS = 5 * 60_000
const PATIENCE_AFTER_EXPIRY_MS = 60 * 60_000

/**
 * Checks a payment that was begun, whether or not the browser returns: asks the provider until the payment is settled,
 * or is still unpaid an hour after the checkout has expired. Goes on while the provider does not answer or reports it pending.
 */
export async function checkPayment(parts: Parts, checkoutId: string, metadata: CommandMetadata): Promise<JobOutcome> {
  const { commands } = parts
  let refusal: ShopError | undefined
  try {
    await settleStarted(parts, checkoutId, metadata)
    await placePaid(commands, checkoutId, metadata)
  } catch (error) {
    if (!isShopError(error)) throw error
    refusal = error
  }
  const checkout = await loadCheckout(commands, checkoutId)
  return (await isUndecided(parts, checkout, refusal, metadata)) ? { againInMs: pauseMs(parts, checkout) } : undefined
}

/** A quarter of the checkout's age, within the limits above. */
function pauseMs({ commands }: Parts, { startedAt }: Checkout) {
  const ageMs = commands.now().getTime() - Date.parse(startedAt)
  return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, ageMs / 4))
}

async function isUndecided(
  parts: Parts,
  checkout: Checkout,
  refusal: ShopError | undefined,
  metadata: CommandMetadata,
): Promise<boolean> {
  if (refusal?.code === 'PROVIDER_UNAVAILABLE') return true
  if (refusal?.code === 'PAYMENT_AMOUNT_MISMATCH' && (await sendBack(parts, checkout, metadata))) return false
  const { payment, providerOrderIds, expiresAt } = checkout
  // Paid by one of several payments: a request that is under way may still capture another.
  if (payment && providerOrderIds.every((id) => id === payment.providerOrderId)) return false
  const deadlineMs = Date.parse(expiresAt) + PATIENCE_AFTER_EXPIRY_MS
  return parts.commands.now().getTime() < deadlineMs || (await isPending(parts, checkout))
}

async function isPending({ payments }: Parts, { providerOrderIds }: Checkout) {
  const orders = await Promise.all(providerOrderIds.map((id) => payments.orderOf(id)))
  return orders.some((order) => order && stateOf(order).is === 'pending')
}

/** Refunds a capture made for this checkout with another amount than its total. Returns whether there was one. */
async function sendBack({ commands, payments }: Parts, checkout: Checkout, metadata: CommandMetadata) {
  const { checkoutId, providerOrderIds } = checkout
  for (const providerOrderId of providerOrderIds) {
    const order = await payments.orderOf(providerOrderId)
    const found = order && stateOf(order)
    if (found?.is !== 'taken' || found.capture.customId !== checkoutId || !found.capture.paysUs) continue
    const { id: captureId, amountCents } = found.capture
    logFact('warn', 'A payment has another amount than its checkout and goes back', { checkoutId, captureId })
    const reason = 'It was not the amount of the checkout'
    const refund = { type: 'RequestRefund', checkoutId, captureId, amountCents, reason } as const
    const own = furtherCommand(metadata, 'send back', captureId)
    await commands.ensure(checkoutDecider, checkoutStream(checkoutId), refund, own)
    return true
  }
  return false
}
