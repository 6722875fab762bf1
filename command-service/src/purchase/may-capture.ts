import { notKnownYet, refusedPayment } from '../payment/verify-payment.ts'
import { MONEY_MAY_COME_MS, type Purchase, record } from './purchase.ts'

const FIRST_PAUSE_MS = 10_000
const LONGEST_PAUSE_MS = 30 * 60_000

/** How long, in ms, a process waits after `times` captures that PayPal did not carry out or whose outcome is unknown. */
export const capturePauseMs = (times: number) => Math.min(FIRST_PAUSE_MS * 2 ** (times - 1), LONGEST_PAUSE_MS)

type Asking = Readonly<{ providerOrderId: string; buyerAsks: boolean }>

/**
 * Decides whether an approved payment may be captured (decisions M13). After a refusal only the buyer may try again, because they have read
 * that nothing was charged. If PayPal did not carry out a capture, a process may try again, with growing pauses. If the payment must not be
 * captured, throws the reason.
 */
export async function requireMayCapture(purchase: Purchase, { providerOrderId, buyerAsks }: Asking): Promise<Purchase> {
  const { parts, checkout } = purchase
  const refusal = checkout.refusals.get(providerOrderId)
  if (!refusal) return purchase
  if (refusal.final) throw refusedPayment(refusal)
  if (buyerAsks) return record(purchase, { type: 'RetryPayment', providerOrderId }, 'retry', String(refusal.times))
  if (refusal.meaning === 'refused') {
    if (refusal.isRetried) return purchase
    throw refusedPayment(refusal)
  }
  const nowMs = parts.commands.now().getTime()
  const isOver = parts.clock.forgetting() - Date.parse(checkout.expiresAt) > MONEY_MAY_COME_MS
  if (isOver || nowMs < Date.parse(refusal.at) + capturePauseMs(refusal.times)) throw notKnownYet()
  return purchase
}
