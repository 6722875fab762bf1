import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { openCase, settleCase, settleMatched } from '../case/cases.ts'
import type { Refund } from '../checkout/checkout-state.ts'
import { releaseLapsed } from '../checkout/hold-stock.ts'
import { unknownCheckout } from '../checkout/load-checkout.ts'
import { answered, type NotCarriedOut, type Refused } from '../payment/payment-provider.ts'
import { freePurchase } from './one-order.ts'
import { loadPurchase, type Purchase, record } from './purchase.ts'

const PAUSE_AFTER_REFUSAL_MS = 5 * 60_000

/**
 * Makes a refund that a checkout has requested. What the provider refuses needs an admin's attention; a refusal for now is tried
 * again besides.
 */
export async function refundRequested(purchase: Purchase, captureId: string): Promise<JobOutcome> {
  await settleMatched(purchase.parts.commands, captureId, purchase.metadata)
  const refused = await refundPayment(purchase, captureId)
  return !refused || (refused.is === 'refused' && refused.final) ? undefined : { againInMs: PAUSE_AFTER_REFUSAL_MS }
}

/** As refundRequested, once, and releases the stock of the checkout's ended holds. Returns the provider's refusal, which has its case. */
export async function refundPayment(
  purchase: Purchase,
  captureId: string,
): Promise<Refused | NotCarriedOut | undefined> {
  const { parts, metadata, checkout } = purchase
  const { checkoutId, refunds } = checkout
  const wanted = refunds.get(captureId)
  if (!wanted) throw unknownCheckout()
  await releaseLapsed(parts.commands, checkout, metadata)
  await freePurchase(purchase)
  const refused = wanted.refundId ? undefined : await askProvider(purchase, captureId, wanted)
  // Whoever made it may have found no case yet, or died before its end.
  return (await settleIfMade(await loadPurchase(parts, checkoutId, metadata), captureId)) ? undefined : refused
}

async function askProvider(purchase: Purchase, captureId: string, { amountCents }: Refund) {
  const { parts, metadata, checkout } = purchase
  const { checkoutId, customerId } = checkout
  const answer = answered(await parts.payments.refund({ checkoutId, captureId, attempt: 0 }))
  if (answer.is === 'refunded' || answer.is === 'pending') {
    await record(purchase, { type: 'NoteRefund', captureId, refundId: answer.refundId }, 'refunded', captureId)
    return undefined
  }
  const about = { ...caseOf(checkoutId, captureId), customerId, amountCents, code: answer.code }
  await openCase(parts.commands, about, metadata)
  return answer
}

/** Records that a requested refund was made, and settles its case if it has one. */
export async function noteRefund(purchase: Purchase, captureId: string, refundId: string) {
  await settleIfMade(
    await record(purchase, { type: 'NoteRefund', captureId, refundId }, 'refunded', captureId),
    captureId,
  )
}

/** Settles the case of a refund if it is made. Returns whether it is. */
export async function settleIfMade({ parts, metadata, checkout }: Purchase, captureId: string): Promise<boolean> {
  const { checkoutId, refunds } = checkout
  const refundId = refunds.get(captureId)?.refundId
  if (!refundId) return false
  await settleCase(parts.commands, caseOf(checkoutId, captureId), { outcome: 'refunded', refundId }, metadata)
  return true
}

const caseOf = (checkoutId: string, captureId: string) => ({ kind: 'refund-refused', checkoutId, captureId }) as const
