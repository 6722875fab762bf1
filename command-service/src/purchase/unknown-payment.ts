import { loadCase, openCase, settleUnknownPayment } from '../case/cases.ts'
import type { Checkout } from '../checkout/checkout-state.ts'
import { loadPurchase, type Purchase } from './purchase.ts'

/** Whether a payment has paid, was finally refused, or was refunded. */
export function isDecided({ payment, refusals, refunds }: Checkout, providerOrderId: string): boolean {
  const over = [payment, ...refunds.values()].map((money) => money?.providerOrderId)
  return over.includes(providerOrderId) || refusals.get(providerOrderId)?.final === true
}

/** Opens a case for a payment if the shop cannot know whether its money was taken. Returns whether the case is open. */
export async function openUnknownPaymentCase(
  { parts, checkout, metadata }: Purchase,
  providerOrderId: string,
  code: string,
): Promise<boolean> {
  const { checkoutId, customerId, totalCents: amountCents } = checkout
  const about = { kind: 'payment-unknown', checkoutId, customerId, providerOrderId } as const
  const caseId = await openCase(parts.commands, { ...about, amountCents, code }, metadata)
  // A late answer may open the case after another request has decided the payment and ended its checks. Then the case is settled here.
  const now = await loadPurchase(parts, checkoutId, metadata)
  if (isDecided(now.checkout, providerOrderId)) await settleUnknownPayment(parts.commands, providerOrderId, metadata)
  return !(await loadCase(parts.commands, caseId)).end
}
