import { REFUND_PENDING } from '@shop/language/case/kinds'
import { ShopError } from '@shop/language/errors'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { logFact } from '@shop/stores/logger/logger'
import { CASE_CLOSED, firstOpen, isGivenUp, openCase, settleCase, settleMatched } from '../case/cases.ts'
import type { Refund } from '../checkout/checkout-state.ts'
import { releaseLapsed } from '../checkout/hold-stock.ts'
import { unknownCheckout } from '../checkout/load-checkout.ts'
import { settleCovered } from '../order/end-reversals.ts'
import { answered, type Capture, refundHasFailed } from '../payment/payment-provider.ts'
import { pauseWhilePending, restOfPause } from '../payment/refund-pauses.ts'
import { freePurchase, type Purchase, record, reload } from './purchase.ts'

/**
 * A refund that the provider has not carried out is tried again, with growing pauses, until an admin closes the case. Throws
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

/** Undefined if the provider has made, accepted or refused the refund, or was not called yet. */
function againInMs({ parts }: Purchase, { refundId, pending, isRefused, delayedAt, attempt }: Refund) {
  if (refundId || pending || isRefused || !delayedAt) return undefined
  return restOfPause(delayedAt, attempt, parts.commands.now())
}

/**
 * Like `refundRequested`, but does not wait for the pause. Also releases the stock of the checkout's ended holds. One process at a time
 * calls the provider (decisions M15).
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
  // A process may have died after the refund, before it settled the case.
  const after = await reload(purchase)
  await settleIfMade(after, captureId)
  return refundIn(after, captureId)
}

/** Returns the code that says why the refund is not made; undefined if it is made. */
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
    await noteRefund(purchase, captureId, answer.refundId)
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

/** Runs `work` with the current purchase, in one process at a time. */
export const inPaymentRefundTurn = <Result>(
  purchase: Purchase,
  work: (current: Purchase) => Promise<Result>,
): Promise<Result> =>
  purchase.parts.turns.inTurn(`refund ${purchase.checkout.checkoutId}`, async () => work(await reload(purchase)))

/**
 * Returns the time until the next look-up (decisions O7: pending refunds). Undefined if the refund is made or has failed. Throws
 * PROVIDER_UNAVAILABLE if the provider does not answer.
 */
export async function lookUpPaymentRefund(purchase: Purchase, captureId: string): Promise<JobOutcome> {
  const { pending } = await lookUpPending(purchase, captureId)
  if (!pending) return undefined
  return { againInMs: pauseWhilePending(purchase.parts.commands.now().getTime() - Date.parse(pending.at)) }
}

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

export async function noteRefund(purchase: Purchase, captureId: string, refundId: string) {
  const note = { type: 'NoteRefund', captureId, refundId } as const
  await settleIfMade(await record(purchase, note, 'refunded', captureId), captureId)
  // Not in settleIfMade, which may be called after a later reversal.
  await settleCovered(purchase.parts, purchase.checkout, captureId, purchase.metadata)
}

export async function noteRefundPending(purchase: Purchase, captureId: string, refundId: string) {
  const at = purchase.parts.commands.now().toISOString()
  await record(purchase, { type: 'NoteRefundPending', captureId, refundId, at }, 'refund pending', captureId, refundId)
}

/** A refund can fail even after the provider has reported it as made. Opens a case. */
export async function noteRefundFailure(purchase: Purchase, captureId: string, refundId: string, code: string) {
  const known = purchase.checkout.refunds.get(captureId)
  if (refundId !== (known?.refundId ?? known?.pending?.refundId)) return
  await openRefundCase(purchase, captureId, { code, refundId })
  await record(purchase, { type: 'NoteRefundFailed', captureId, refundId, code }, 'refund failed', captureId, refundId)
}

/** One refund has at most one open case. `refundId`: the provider's id of a refund that failed after it was accepted. */
async function openRefundCase(
  purchase: Purchase,
  captureId: string,
  { refundId, ...why }: Readonly<{ code: string; debugId?: string | undefined; refundId?: string }>,
) {
  const { parts, metadata, checkout } = purchase
  const { checkoutId, customerId } = checkout
  const { amountCents } = refundIn(purchase, captureId)
  const open = await firstOpen(parts.commands, casesOf(checkout, captureId))
  const subject = open ?? { ...subjectOf(checkoutId, captureId), ...(refundId && { refundId }) }
  await openCase(parts.commands, { ...subject, customerId, amountCents, ...why }, metadata)
}

export async function settleIfMade({ parts, metadata, checkout }: Purchase, captureId: string) {
  const { refundId } = checkout.refunds.get(captureId) ?? {}
  if (!refundId) return
  for (const subject of casesOf(checkout, captureId))
    await settleCase(parts.commands, subject, { outcome: 'refunded', refundId }, metadata)
}

/** One case is about the tries of the refund. An accepted refund that failed later, while no case was open, has its own case. */
function casesOf({ checkoutId, refunds }: Purchase['checkout'], captureId: string) {
  const subject = subjectOf(checkoutId, captureId)
  const { failed = [] } = refunds.get(captureId) ?? {}
  return [subject, ...failed.map((refundId) => ({ ...subject, refundId }))]
}

const subjectOf = (checkoutId: string, captureId: string) =>
  ({ kind: 'refund-refused', checkoutId, captureId }) as const

function refundIn({ checkout }: Purchase, captureId: string): Refund {
  const refund = checkout.refunds.get(captureId)
  if (!refund) throw unknownCheckout()
  return refund
}

/**
 * If a payment for this checkout has a wrong amount, requests its refund and throws PAYMENT_AMOUNT_MISMATCH. A payment in another currency
 * becomes a case for an admin, because the shop's accounts are in US dollars.
 */
export async function endWrongMoney(purchase: Purchase, providerOrderId: string, capture: Capture) {
  const { parts, checkout, metadata } = purchase
  const { checkoutId, customerId, totalCents } = checkout
  const { id: captureId, customId, paysUs, currency, amountCents } = capture
  if (customId !== checkoutId || !paysUs) return
  if (currency !== 'USD') {
    const about = { kind: 'payment-unmatched', checkoutId, customerId, providerOrderId, captureId } as const
    await openCase(parts.commands, { ...about, amountCents, code: `PAID_IN_${currency}` }, metadata)
  } else if (amountCents !== totalCents) {
    logFact('warn', 'The amount of a payment is not the total of its checkout. The payment is refunded', {
      checkoutId,
      captureId,
    })
    const reason = 'The amount was not the total of the checkout'
    await record(purchase, { type: 'RequestRefund', captureId, amountCents, reason }, 'send back', captureId)
    throw new ShopError('PAYMENT_AMOUNT_MISMATCH', WRONG_AMOUNT, { details: { sentBack: true } })
  }
}

const WRONG_AMOUNT = 'PayPal charged an amount that is not the total. We refund this payment'
