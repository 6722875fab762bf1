import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { openCase, settleCase } from '../case/cases.ts'
import { releaseLapsed } from '../checkout/hold-stock.ts'
import { unknownCheckout } from '../checkout/load-checkout.ts'
import { answered, type Refused } from '../payment/payment-provider.ts'
import { freePurchase } from './one-order.ts'
import { type Purchase, record } from './purchase.ts'

const PAUSE_AFTER_REFUSAL_MS = 5 * 60_000

/**
 * Makes a refund that a checkout has requested, and releases the stock of its ended holds. What the provider refuses needs an
 * admin's attention; a refusal for now is tried again besides.
 */
export async function refundRequested(purchase: Purchase, captureId: string, amountCents: number): Promise<JobOutcome> {
  const refused = await refundPayment(purchase, captureId, amountCents)
  if (!refused) return undefined
  const { checkoutId, customerId } = purchase.checkout
  const about = { ...caseOf(checkoutId, captureId), customerId, amountCents, code: refused.code }
  await openCase(purchase.parts.commands, about, purchase.metadata)
  return refused.final ? undefined : { againInMs: PAUSE_AFTER_REFUSAL_MS }
}

/** Makes a refund that a checkout has requested, once, and settles its case if it has one. Returns the provider's refusal. */
export async function refundPayment(
  purchase: Purchase,
  captureId: string,
  amountCents: number,
): Promise<Refused | undefined> {
  const { parts, metadata, checkout } = purchase
  const { checkoutId, refunds } = checkout
  if (!refunds.has(captureId)) throw unknownCheckout()
  await releaseLapsed(parts.commands, checkout, metadata)
  await freePurchase(purchase)
  if (refunds.get(captureId)) return undefined
  const answer = answered(await parts.payments.refund({ checkoutId, captureId }))
  if (answer.is === 'refused') return answer
  await noteRefund(purchase, captureId, amountCents, answer.refundId)
  return undefined
}

/** Records that a requested refund was made, and settles its case if it has one. */
export async function noteRefund(purchase: Purchase, captureId: string, amountCents: number, refundId: string) {
  const { parts, metadata, checkout } = purchase
  await record(purchase, { type: 'NoteRefund', captureId, amountCents, refundId }, 'refunded', captureId)
  await settleCase(parts.commands, caseOf(checkout.checkoutId, captureId), { outcome: 'refunded', refundId }, metadata)
}

const caseOf = (checkoutId: string, captureId: string) => ({ kind: 'refund-refused', checkoutId, captureId }) as const
