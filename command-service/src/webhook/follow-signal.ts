import { isShopError } from '@shop/language/errors'
import type { Signal } from '@shop/language/events/signal-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { openCase, settleMatched } from '../case/cases.ts'
import type { Checkout } from '../checkout/checkout-state.ts'
import { loadCheckout } from '../checkout/load-checkout.ts'
import { ownerOf } from '../claim/claims.ts'
import { noteProviderRefund } from '../order/note-provider-refund.ts'
import type { Parts } from '../parts.ts'
import { isUnanswered } from '../payment/verify-payment.ts'
import { tryToPlace } from '../purchase/check-payment.ts'
import { beginPayment } from '../purchase/claim-payment.ts'
import type { Purchase } from '../purchase/purchase.ts'
import { noteRefund, settleIfMade } from '../purchase/refund-payment.ts'
import { followDispute } from './follow-dispute.ts'

/** A browser may tell the shop of the payment a little later than the provider does. */
const BROWSER_MS = 60_000
/** A refund that the shop has asked for itself is answered by then. */
const OWN_REFUND_MS = 10 * 60_000
const AGAIN_MS = 15_000
/** How long an outcome that the provider does not report is asked for, ever more slowly. */
const ASKED_FOR_MS = 24 * 60 * 60_000

/** Follows a webhook as the browser's return is followed: what it says is asked of the provider, and comes to the same end. */
export async function followSignal(parts: Parts, signal: Signal, metadata: CommandMetadata): Promise<JobOutcome> {
  const checkout = await checkoutOf(parts, signal)
  const { disputeId, what } = signal
  if (disputeId) {
    await followDispute(parts.commands, { ...signal, disputeId }, checkout, metadata)
    return undefined
  }
  // These say that a refund is not made, or not yet.
  if (what.startsWith('PAYMENT.REFUND.')) return undefined
  if (signal.refundId) return followRefund(parts, signal, checkout, metadata)
  return checkout ? followPayment(parts, signal, checkout, metadata) : followUnmatched(parts, signal, metadata)
}

/**
 * The checkout that a signal is about, by its order or its capture, else by the custom id that the shop gave the order; none for a
 * capture that a case has claimed, whose refund is told with the case.
 */
async function checkoutOf({ commands }: Parts, signal: Signal): Promise<Checkout | undefined> {
  const { providerOrderId, captureId, checkoutId } = signal
  const id =
    (providerOrderId && (await ownerOf(commands, 'provider-order', providerOrderId))) ||
    (captureId && (await ownerOf(commands, 'capture', captureId))) ||
    checkoutId
  if (!id) return undefined
  return loadCheckout(commands, id).catch((refusal) => {
    if (!isShopError(refusal, 'NOT_FOUND')) throw refusal
    return undefined
  })
}

async function followPayment(
  parts: Parts,
  { providerOrderId, receivedAt }: Signal,
  checkout: Checkout,
  metadata: CommandMetadata,
): Promise<JobOutcome> {
  const ageMs = parts.commands.now().getTime() - Date.parse(receivedAt)
  const again = { againInMs: Math.max(AGAIN_MS, ageMs) }
  let purchase: Purchase = { parts, metadata, checkout }
  if (providerOrderId && !checkout.providerOrderIds.includes(providerOrderId)) {
    const found = await parts.payments.lookUp(providerOrderId)
    if (found.is === 'unknown' || found.is === 'not carried out') return again
    const isClaimed = (await ownerOf(parts.commands, 'provider-order', providerOrderId)) === checkout.checkoutId
    if (found.order?.customId !== checkout.checkoutId && !isClaimed) return undefined
    // The shop made this order and the answer was lost, or a browser made it and the request that had verified and claimed it died:
    // from now on it is checked as others are.
    purchase = await beginPayment(purchase, providerOrderId)
  }
  const refusal = await tryToPlace(purchase)
  // The time for checking this payment may be over, so nothing else may ask again.
  const mayBecomeKnown = refusal?.code === 'PROVIDER_UNAVAILABLE' && ageMs < ASKED_FOR_MS
  return isUnanswered(refusal) || mayBecomeKnown ? again : undefined
}

/** Money for an order that a browser made, of which no checkout knows: nobody but an admin can tell whose it is. */
async function followUnmatched(
  { commands }: Parts,
  { what, providerOrderId, captureId, amountCents, currency, receivedAt }: Signal,
  metadata: CommandMetadata,
): Promise<JobOutcome> {
  if (!captureId || !TAKEN.includes(what)) return undefined
  if (commands.now().getTime() - Date.parse(receivedAt) < BROWSER_MS) return { againInMs: AGAIN_MS }
  const about = { kind: 'payment-unmatched', captureId, ...(providerOrderId && { providerOrderId }) } as const
  const code = isOurs(currency) ? what : `PAID_IN_${currency}`
  const caseId = await openCase(commands, { ...about, amountCents: amountCents ?? 0, code }, metadata)
  const owner = await ownerOf(commands, 'capture', captureId)
  // A checkout that claimed it meanwhile may have found no case to settle.
  if (owner && owner !== caseId) await settleMatched(commands, captureId, metadata)
  return undefined
}

const TAKEN = ['PAYMENT.CAPTURE.COMPLETED', 'PAYMENT.CAPTURE.PENDING']

/** A refund that a checkout has requested is noted there, if its answer was lost; any other is its order's, or needs attention. */
async function followRefund(
  parts: Parts,
  signal: Signal,
  checkout: Checkout | undefined,
  metadata: CommandMetadata,
): Promise<JobOutcome> {
  const { refundId, captureId, amountCents, currency } = signal
  if (!refundId || !captureId) return undefined
  const told = { ...signal, refundId, captureId }
  if (!checkout) return followUnmatchedRefund(parts, told, metadata)
  const wanted = checkout.refunds.get(captureId)
  if (!wanted) return followOrderRefund(parts, told, checkout, metadata)
  const purchase = { parts, metadata, checkout }
  // Whoever noted it may have died before its case was settled.
  if (wanted.refundId) await settleIfMade(purchase, captureId)
  else if (wanted.amountCents === amountCents && isOurs(currency)) await noteRefund(purchase, captureId, refundId)
  else await showRefund(parts, told, checkout, metadata)
  return undefined
}

/** A checkout may be about to claim the money, and its order books the refund then. A case's own refund is told with the case. */
async function followUnmatchedRefund(parts: Parts, told: Refunded, metadata: CommandMetadata): Promise<JobOutcome> {
  if (await ownerOf(parts.commands, 'capture', told.captureId)) return undefined
  if (isYoung(parts, told)) return { againInMs: AGAIN_MS }
  await showRefund(parts, told, undefined, metadata)
  return undefined
}

type Refunded = Signal & Readonly<{ refundId: string; captureId: string }>

/** What an order cannot book, and money that the provider has taken back, needs attention. */
async function followOrderRefund(
  parts: Parts,
  told: Refunded,
  checkout: Checkout,
  metadata: CommandMetadata,
): Promise<JobOutcome> {
  const { commands } = parts
  const { checkoutId: orderId } = checkout
  const { refundId: providerRefundId, captureId, checkoutId: customId, what } = told
  const money = { captureId, amountCents: told.amountCents ?? 0, currency: told.currency ?? 'USD' }
  const refundId = customId === null || customId === orderId ? undefined : customId
  try {
    await noteProviderRefund(commands, { orderId, providerRefundId, refundId, ...money }, metadata)
    if (what !== 'PAYMENT.CAPTURE.REVERSED') return undefined
  } catch (refusal) {
    if (!isShopError(refusal, 'NOT_FOUND') && !isShopError(refusal, 'CONFLICT')) throw refusal
    // The order may still be placed, or its own refund of that amount be answered.
    if (isYoung(parts, told)) return { againInMs: AGAIN_MS }
  }
  await showRefund(parts, told, checkout, metadata)
  return undefined
}

const isYoung = ({ commands }: Parts, { receivedAt }: Signal) =>
  commands.now().getTime() - Date.parse(receivedAt) < OWN_REFUND_MS

/** Opens the case of money that was given back at the provider. */
async function showRefund(
  { commands }: Parts,
  { refundId, captureId, amountCents, currency, what }: Refunded,
  checkout: Checkout | undefined,
  metadata: CommandMetadata,
) {
  const of = checkout && { orderId: checkout.checkoutId, customerId: checkout.customerId }
  const about = { kind: 'refund-at-provider', ...of, refundId, captureId } as const
  const code = isOurs(currency) ? what : `REFUNDED_IN_${currency}`
  await openCase(commands, { ...about, amountCents: amountCents ?? 0, code }, metadata)
}

/** Whether an amount is in the shop's currency; signals of an earlier version do not say. */
const isOurs = (currency: string | null | undefined) => (currency ?? 'USD') === 'USD'
