import { isShopError } from '@shop/language/errors'
import type { Signal } from '@shop/language/events/signal-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { lookUpCaseRefund } from '../attention/refund-case.ts'
import { openCase } from '../case/cases.ts'
import type { Checkout } from '../checkout/checkout-state.ts'
import { ownerOf } from '../claim/claims.ts'
import { noteFailure } from '../order/look-up-refund.ts'
import { inRefundTurn } from '../order/make-refund.ts'
import { noteProviderRefund, ownIdOf } from '../order/note-provider-refund.ts'
import type { Parts } from '../parts.ts'
import { refundHasFailed } from '../payment/payment-provider.ts'
import { loadPurchase } from '../purchase/purchase.ts'
import { noteRefund, noteRefundFailure, noteRefundPending, settleIfMade } from '../purchase/refund-payment.ts'

/** A refund that the shop has requested itself is answered by then. */
const OWN_REFUND_MS = 10 * 60_000
const AGAIN_MS = 15_000
const REVERSED = 'PAYMENT.CAPTURE.REVERSED'

/** A signal of a refund, with what has become of it by now. */
type Reported = Signal &
  Readonly<{ refundId: string; captureId: string; is: 'made' | 'pending' | 'failed'; failure: string }>

/**
 * Follows a webhook about a refund: what has become of it is asked of the provider. One that a checkout has requested is recorded
 * there; any other is its order's, or needs attention.
 */
export async function followRefund(
  parts: Parts,
  signal: Signal,
  checkout: Checkout | undefined,
  metadata: CommandMetadata,
): Promise<JobOutcome> {
  const { refundId, captureId } = signal
  if (!refundId || !captureId) return undefined
  const found = await standingOf(parts, signal, refundId)
  if (!found) return { againInMs: AGAIN_MS }
  const reported = { ...signal, refundId, captureId, ...found }
  if (!checkout) return followUnmatchedRefund(parts, reported, metadata)
  return checkout.refunds.has(captureId)
    ? followPaymentRefund(parts, reported, checkout, metadata)
    : followOrderRefund(parts, reported, checkout, metadata)
}

/** What has become of a refund: by the provider, else by the type of the webhook, as for a reversal; undefined while the provider does not answer. */
async function standingOf(
  { payments }: Parts,
  { what }: Signal,
  refundId: string,
): Promise<Pick<Reported, 'is' | 'failure'> | undefined> {
  const failure = 'REFUND_FAILED'
  if (what === REVERSED) return { is: 'made', failure }
  const answer = await payments.lookUpRefund(refundId)
  if (answer.is === 'unknown') return undefined
  if (answer.is === 'pending') return { is: 'pending', failure }
  if (answer.is === 'refunded') return { is: 'made', failure }
  if (refundHasFailed(answer)) return { is: 'failed', failure: answer.code }
  return { is: saidBy[what] ?? 'made', failure }
}

const saidBy: Readonly<Record<string, Reported['is']>> = {
  'PAYMENT.REFUND.PENDING': 'pending',
  'PAYMENT.REFUND.FAILED': 'failed',
}

/** Of money that became no order. */
async function followPaymentRefund(
  parts: Parts,
  reported: Reported,
  { checkoutId }: Checkout,
  metadata: CommandMetadata,
): Promise<JobOutcome> {
  const { refundId, captureId, amountCents, currency, is, failure } = reported
  return parts.turns.inTurn(`refund ${checkoutId}`, async () => {
    const purchase = await loadPurchase(parts, checkoutId, metadata)
    const wanted = purchase.checkout.refunds.get(captureId)
    if (is === 'failed') await noteRefundFailure(purchase, captureId, refundId, failure)
    // A process that recorded it may have died before its case was settled.
    else if (wanted?.refundId) await settleIfMade(purchase, captureId)
    else if (wanted?.amountCents !== amountCents || !isOurs(currency))
      await showRefund(parts, reported, purchase.checkout, metadata)
    else await (is === 'made' ? noteRefund : noteRefundPending)(purchase, captureId, refundId)
    return undefined
  })
}

/** A checkout may be about to claim the money, and its order books the refund then. A case's own refund ends with the case. */
async function followUnmatchedRefund(parts: Parts, reported: Reported, metadata: CommandMetadata): Promise<JobOutcome> {
  const owner = await ownerOf(parts.commands, 'capture', reported.captureId)
  if (owner) {
    await lookUpCaseRefund(parts, owner, metadata)
    return undefined
  }
  if (reported.is !== 'made') return undefined
  if (isYoung(parts, reported)) return { againInMs: AGAIN_MS }
  await showRefund(parts, reported, undefined, metadata)
  return undefined
}

/** What an order cannot book, and money that the provider has taken back, needs attention. */
async function followOrderRefund(
  parts: Parts,
  reported: Reported,
  checkout: Checkout,
  metadata: CommandMetadata,
): Promise<JobOutcome> {
  const { commands } = parts
  const { checkoutId: orderId } = checkout
  const { refundId: providerRefundId, captureId, checkoutId: customId, what, is, failure } = reported
  const money = { captureId, amountCents: reported.amountCents ?? 0, currency: reported.currency ?? 'USD' }
  try {
    if (is === 'failed') {
      await inRefundTurn(parts, orderId, (order) => noteFailure(commands, order, providerRefundId, failure, metadata))
      return undefined
    }
    const refund = { orderId, providerRefundId, status: is, refundId: ownIdOf(customId, orderId), ...money }
    await noteProviderRefund(commands, refund, metadata)
    if (what !== REVERSED) return undefined
  } catch (refusal) {
    if (!isShopError(refusal, 'NOT_FOUND') && !isShopError(refusal, 'CONFLICT')) throw refusal
    // The order may still be placed, or its own refund of that amount be answered.
    if (isYoung(parts, reported)) return { againInMs: AGAIN_MS }
    if (is !== 'made') return undefined
  }
  await showRefund(parts, reported, checkout, metadata)
  return undefined
}

const isYoung = ({ commands }: Parts, { receivedAt }: Signal) =>
  commands.now().getTime() - Date.parse(receivedAt) < OWN_REFUND_MS

/** Opens the case of money that was given back at the provider. */
async function showRefund(
  { commands }: Parts,
  { refundId, captureId, amountCents, currency, what }: Reported,
  checkout: Checkout | undefined,
  metadata: CommandMetadata,
) {
  const of = checkout && { orderId: checkout.checkoutId, customerId: checkout.customerId }
  const about = { kind: 'refund-at-provider', ...of, refundId, captureId } as const
  const code = isOurs(currency) ? what : `REFUNDED_IN_${currency}`
  await openCase(commands, { ...about, amountCents: amountCents ?? 0, code }, metadata)
}

/** Whether an amount is in the shop's currency; signals of an earlier version do not say. */
export const isOurs = (currency: string | null | undefined) => (currency ?? 'USD') === 'USD'
