import { loadCase, openCase } from '../case/cases.ts'
import type { Purchase } from './purchase.ts'

/** Opens a case for a payment of which the shop cannot know whether money was taken. Returns whether the case is open. */
export async function openUnknownPaymentCase(
  { parts, checkout, metadata }: Purchase,
  providerOrderId: string,
  code: string,
): Promise<boolean> {
  const { checkoutId, customerId, totalCents: amountCents } = checkout
  const about = { kind: 'payment-unknown', checkoutId, customerId, providerOrderId } as const
  const caseId = await openCase(parts.commands, { ...about, amountCents, code }, metadata)
  return !(await loadCase(parts.commands, caseId)).end
}
