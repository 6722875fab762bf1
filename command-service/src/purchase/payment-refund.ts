import { REFUND_PENDING } from '@shop/language/case/kinds'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { CASE_CLOSED, isCaseOpen, isGivenUp, openCase, settleCase, settleMatched } from '../case/cases.ts'
import type { Refund } from '../checkout/checkout-state.ts'
import { releaseLapsed } from '../checkout/hold-stock.ts'
import { unknownCheckout } from '../checkout/load-checkout.ts'
import { answered, refundHasFailed } from '../payment/payment-provider.ts'
import { pauseAfterDelays, pauseWhilePending } from '../payment/refund-pauses.ts'
import { freePurchase, type Purchase, record, reload } from './purchase.ts'

/**
 * Makes a refund that a checkout has requested. If the provider refuses the refund, opens a case for an admin. If the provider does not
 * carry the refund out, also opens a case, and tries the refund again with growing pauses until an admin closes the case. Throws
 * PROVIDER_UNAVAILABLE if the provider does not answer.
 */
export async function refundRequested(purchase: Purchase, captureId: string): Promise<JobOutcome> {
  await settleMatched(purchase.parts.commands, captureId, purchase.metadata)
  const before = refundIn(purchase, captureId)
  const early = againInMs(purchase, before)
  if (early) return { againInMs: early }
  const later = againInMs(purchase, await refundPayment(purchase, captureId, { unlessRefused: true }))
  return later === undefined ? undefined : { againInMs: later }
}

/** The time until the next try of a refund that was not carried out (0 if the try is due). Undefined for any other refund. */
function againInMs({ parts }: Purchase, { refundId, pending, isRefused, delayedAt, attempt }: Refund) {
  if (refundId || pending || isRefused || !delayedAt) return undefined
  return Math.max(0, Date.parse(delayedAt) + pauseAfterDelays(attempt) - parts.commands.now().getTime())
}

/**
 * Like refundRequested, but does not wait for the pause between two tries. Also releases the stock of the checkout's ended holds. Only one
 * process at a time calls the provider; other processes use its answer (decisions M15). Returns the refund afterwards.
 */
export async function refundPayment(
  purchase: Purchase,
  captureId: string,
  { unlessRefused = false } = {},
): Promise<Refund> {
  const seen = refundIn(purchase, captureId)
  await releaseLapsed(purchase.parts.commands, purchase.checkout, purchase.metadata)
  await freePurchase(purchase)
  await inPaymentRefundTurn(purchase, async (current) => {
    const { refundId, pending, attempt, isRefused } = refundIn(current, captureId)
    if (refundId || pending || attempt !== seen.attempt || (isRefused && unlessRefused)) return
    await request(current, captureId)
  })
  // If the refund is made, its case can still be open. Either the case was opened after the refund was made, or the process died before it
  // settled the case.
  const after = await reload(purchase)
  await settleIfMade(after, captureId)
  return refundIn(after, captureId)
}

/** Retries a refund for an admin. Returns the code that says why the refund is not made; undefined if it is made. */
export async function retryPaymentRefund(purchase: Purchase, captureId: string) {
  const { pending: before } = refundIn(purchase, captureId)
  const now = before ? await lookUpPending(purchase, captureId) : await refundPayment(purchase, captureId)
  const { refundId, pending, code = 'UNKNOWN' } = now
  return refundId ? undefined : { code: pending ? REFUND_PENDING : code }
}

async function request(purchase: Purchase, captureId: string) {
  const { parts, checkout } = purchase
  const { attempt } = refundIn(purchase, captureId)
  const tried = [captureId, String(attempt)]
  if (await isGivenUp(parts.commands, casesOf(checkout, captureId))) {
    const givenUp = { type: 'NoteRefundRefused', captureId, attempt, code: CASE_CLOSED } as const
    await record(purchase, givenUp, 'refund given up', ...tried)
    return
  }
  const answer = answered(await parts.payments.refund({ checkoutId: checkout.checkoutId, captureId, attempt }))
  if (answer.is === 'refunded') {
    await record(purchase, { type: 'NoteRefund', captureId, refundId: answer.refundId }, 'refunded', captureId)
  } else if (answer.is === 'pending') {
    await noteRefundPending(purchase, captureId, answer.refundId)
  } else {
    const { code, debugId } = answer
    const at = parts.commands.now().toISOString()
    await openRefundCase(purchase, captureId, { code, debugId })
    const step = { captureId, attempt, code }
    await (answer.is === 'refused'
      ? record(purchase, { type: 'NoteRefundRefused', ...step }, 'refund refused', ...tried)
      : record(purchase, { type: 'NoteRefundDelayed', ...step, at }, 'refund delayed', ...tried))
  }
}

/**
 * Runs work about the refunds of a checkout. For each checkout, one process at a time does such work. `work` receives the purchase in its
 * current state.
 */
export const inPaymentRefundTurn = <Result>(
  purchase: Purchase,
  work: (current: Purchase) => Promise<Result>,
): Promise<Result> =>
  purchase.parts.turns.inTurn(`refund ${purchase.checkout.checkoutId}`, async () => work(await reload(purchase)))

/**
 * Queries the provider about a pending refund, with growing pauses, until the refund is made or has failed (decisions O7: pending refunds).
 * Throws PROVIDER_UNAVAILABLE if the provider does not answer.
 */
export async function lookUpPaymentRefund(purchase: Purchase, captureId: string): Promise<JobOutcome> {
  const { pending } = await lookUpPending(purchase, captureId)
  if (!pending) return undefined
  return { againInMs: pauseWhilePending(purchase.parts.commands.now().getTime() - Date.parse(pending.at)) }
}

/** Queries the provider once about a pending refund. Returns the refund afterwards. */
async function lookUpPending(purchase: Purchase, captureId: string): Promise<Refund> {
  await inPaymentRefundTurn(purchase, async (current) => {
    const { pending } = refundIn(current, captureId)
    if (!pending) return
    const { refundId } = pending
    const answer = answered(await current.parts.payments.lookUpRefund(refundId))
    if (answer.is === 'refunded') await noteRefund(current, captureId, refundId)
    else if (refundHasFailed(answer)) await noteRefundFailure(current, captureId, refundId, answer.code)
  })
  return refundIn(await reload(purchase), captureId)
}

/** Records that a requested refund was made, and settles its cases. */
export async function noteRefund(purchase: Purchase, captureId: string, refundId: string) {
  const note = { type: 'NoteRefund', captureId, refundId } as const
  await settleIfMade(await record(purchase, note, 'refunded', captureId), captureId)
}

/** Records that the provider has accepted a requested refund and has not made it yet. */
export async function noteRefundPending(purchase: Purchase, captureId: string, refundId: string) {
  const at = purchase.parts.commands.now().toISOString()
  await record(purchase, { type: 'NoteRefundPending', captureId, refundId, at }, 'refund pending', captureId, refundId)
}

/**
 * Records that a refund has failed after the provider had accepted it or reported it as made. Opens a case, in which an admin can retry the
 * refund.
 */
export async function noteRefundFailure(purchase: Purchase, captureId: string, refundId: string, code: string) {
  const known = purchase.checkout.refunds.get(captureId)
  if (refundId !== (known?.refundId ?? known?.pending?.refundId)) return
  await openRefundCase(purchase, captureId, { code, refundId })
  await record(purchase, { type: 'NoteRefundFailed', captureId, refundId, code }, 'refund failed', captureId, refundId)
}

/**
 * Opens a case for a refund that is not made. `refundId` is the provider's id of a refund that has failed after it was accepted. If the
 * case about the tries of that refund is still open, uses that case instead of a new one.
 */
async function openRefundCase(
  purchase: Purchase,
  captureId: string,
  { refundId, ...why }: Readonly<{ code: string; debugId?: string | undefined; refundId?: string }>,
) {
  const { parts, metadata, checkout } = purchase
  const { checkoutId, customerId } = checkout
  const { amountCents } = refundIn(purchase, captureId)
  const subject = { kind: 'refund-refused', checkoutId, captureId } as const
  const isOpen = refundId !== undefined && (await isCaseOpen(parts.commands, subject))
  const about = { ...subject, ...(refundId && !isOpen && { refundId }), customerId, amountCents }
  await openCase(parts.commands, { ...about, ...why }, metadata)
}

/** Settles the cases of a refund if the refund is made. */
export async function settleIfMade({ parts, metadata, checkout }: Purchase, captureId: string) {
  const { refundId } = checkout.refunds.get(captureId) ?? {}
  if (!refundId) return
  for (const subject of casesOf(checkout, captureId))
    await settleCase(parts.commands, subject, { outcome: 'refunded', refundId }, metadata)
}

/** The subjects of the cases that a refund can have. One case is about its tries. Each accepted refund that has failed has another case. */
function casesOf({ checkoutId, refunds }: Purchase['checkout'], captureId: string) {
  const subject = { kind: 'refund-refused', checkoutId, captureId } as const
  const { failed = [] } = refunds.get(captureId) ?? {}
  return [subject, ...failed.map((refundId) => ({ ...subject, refundId }))]
}

/** Throws NOT_FOUND if the checkout has not requested a refund of this capture. */
function refundIn({ checkout }: Purchase, captureId: string): Refund {
  const refund = checkout.refunds.get(captureId)
  if (!refund) throw unknownCheckout()
  return refund
}
