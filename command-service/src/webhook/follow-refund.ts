import { isInDollars, type Signal } from '@shop/language/checkout/signal-events'
import { isShopError } from '@shop/language/errors'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import { lookUpCaseRefund } from '../attention/refund-case.ts'
import { openCase } from '../case/cases.ts'
import type { Checkout } from '../checkout/checkout-state.ts'
import { ownerOf } from '../claim/claims.ts'
import { disputesAbout, endReversals, REVERSED } from '../order/end-reversals.ts'
import { noteFailure } from '../order/look-up-refund.ts'
import { inRefundTurn } from '../order/make-refund.ts'
import { noteProviderRefund, ownIdOf } from '../order/note-provider-refund.ts'
import type { Parts } from '../parts.ts'
import { refundHasFailed } from '../payment/payment-provider.ts'
import {
  inPaymentRefundTurn,
  noteRefund,
  noteRefundFailure,
  noteRefundPending,
  settleIfMade,
} from '../purchase/payment-refund.ts'

/** Until this time, a checkout may still claim the money, or become an order. */
const CLAIMED_MS = 10 * 60_000
const AGAIN_MS = 15_000
const LONGEST_PAUSE_MS = 60 * 60_000

type Reported = Signal &
  Readonly<{ refundId: string; captureId: string; is: 'made' | 'pending' | 'failed'; failure: string }>

/**
 * If a checkout requested the refund, the checkout records the refund's state. Any other refund belongs to the order, or becomes a case.
 */
export async function followRefund(
  parts: Parts,
  signal: Signal,
  checkout: Checkout | undefined,
  metadata: CommandMetadata,
): Promise<JobOutcome> {
  const { refundId, captureId } = signal
  if (!refundId || !captureId) return undefined
  const found = await refundStateOf(parts, signal, refundId)
  const ageMs = parts.commands.now().getTime() - Date.parse(signal.receivedAt)
  if (!found) return { againInMs: Math.min(Math.max(AGAIN_MS, ageMs), LONGEST_PAUSE_MS) }
  const reported = { ...signal, refundId, captureId, ...found }
  if (!checkout) return followUnmatchedRefund(parts, reported, metadata)
  return checkout.refunds.has(captureId)
    ? followPaymentRefund(parts, reported, checkout, metadata)
    : followOrderRefund(parts, reported, checkout, metadata)
}

/**
 * For a reversal, or if the provider does not find the refund, the webhook's type decides. Undefined while the look-up fails.
 */
async function refundStateOf(
  { payments }: Parts,
  { what }: Signal,
  refundId: string,
): Promise<Pick<Reported, 'is' | 'failure'> | undefined> {
  const failure = 'REFUND_FAILED'
  if (what === REVERSED) return { is: 'made', failure }
  const answer = await payments.lookUpRefund(refundId)
  if (answer.is === 'unknown' || answer.is === 'not carried out') return undefined
  if (answer.is === 'pending') return { is: 'pending', failure }
  if (answer.is === 'refunded') return { is: 'made', failure }
  if (refundHasFailed(answer)) return { is: 'failed', failure: answer.code }
  return { is: saidBy[what] ?? 'made', failure }
}

const saidBy: Readonly<Record<string, Reported['is']>> = {
  'PAYMENT.REFUND.PENDING': 'pending',
  'PAYMENT.REFUND.FAILED': 'failed',
}

async function followPaymentRefund(
  parts: Parts,
  reported: Reported,
  checkout: Checkout,
  metadata: CommandMetadata,
): Promise<JobOutcome> {
  const { refundId, captureId, amountCents, currency, what, is, failure } = reported
  await inPaymentRefundTurn({ parts, checkout, metadata }, async (purchase) => {
    const wanted = purchase.checkout.refunds.get(captureId)
    if (is === 'failed') await noteRefundFailure(purchase, captureId, refundId, failure)
    // A reversal is not the shop's refund: if the shop wins the dispute, the money comes back.
    else if (what === REVERSED) await showRefund(parts, reported, purchase.checkout, metadata)
    // A process that recorded the refund may have died before it settled the case.
    else if (wanted?.refundId) await settleIfMade(purchase, captureId)
    else if (wanted?.amountCents !== amountCents || !isInDollars(currency))
      await showRefund(parts, reported, purchase.checkout, metadata)
    else await (is === 'made' ? noteRefund : noteRefundPending)(purchase, captureId, refundId)
  })
  if (what === REVERSED) await endReversals(parts, reported, checkout, metadata)
  return undefined
}

/**
 * Follows a refund of money that no checkout has claimed. If a case has claimed the money, looks up the refund that the case requested. If
 * no case has claimed the money, a made refund opens a case after some minutes. Until then, a checkout may still claim the money.
 */
async function followUnmatchedRefund(parts: Parts, reported: Reported, metadata: CommandMetadata): Promise<JobOutcome> {
  const owner = await ownerOf(parts.commands, 'capture', reported.captureId)
  if (owner) {
    await lookUpCaseRefund(parts, owner, metadata)
    return undefined
  }
  if (reported.is !== 'made') return undefined
  if (isYoung(parts, reported)) return { againInMs: AGAIN_MS }
  await showRefund(parts, reported, undefined, metadata)
  await endReversals(parts, reported, undefined, metadata)
  return undefined
}

/** Opens a case if the order cannot record the refund, or if the provider has reversed the payment. */
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
  let isShown = what === REVERSED
  const [about, ...others] = isShown ? await disputesAbout(parts, captureId) : []
  const disputeId = (others.length === 0 && about?.[0]?.disputeId) || undefined
  try {
    // In the turn, no answer to a refund that the shop requested is under way.
    await inRefundTurn(parts, orderId, (order) => {
      if (is === 'failed') return noteFailure(commands, order, providerRefundId, failure, metadata)
      const of = { orderId, providerRefundId, refundId: ownIdOf(customId, orderId), ...money }
      const refund = { ...of, status: is, ...(what === REVERSED && { isReversal: true as const, disputeId }) }
      return noteProviderRefund(commands, refund, metadata)
    })
  } catch (refusal) {
    if (!isShopError(refusal, 'NOT_FOUND') && !isShopError(refusal, 'CONFLICT')) throw refusal
    // Perhaps the order is not placed yet.
    if (isYoung(parts, reported)) return { againInMs: AGAIN_MS }
    if (is !== 'made') return undefined
    isShown = true
  }
  if (isShown) await showRefund(parts, reported, checkout, metadata)
  await endReversals(parts, reported, checkout, metadata)
  return undefined
}

const isYoung = ({ commands }: Parts, { receivedAt }: Signal) =>
  commands.now().getTime() - Date.parse(receivedAt) < CLAIMED_MS

async function showRefund(
  { commands }: Parts,
  { refundId, captureId, amountCents, currency, what }: Reported,
  checkout: Checkout | undefined,
  metadata: CommandMetadata,
) {
  const of = checkout && { orderId: checkout.checkoutId, customerId: checkout.customerId }
  const about = { kind: 'refund-at-provider', ...of, refundId, captureId } as const
  const code = isInDollars(currency) ? what : `REFUNDED_IN_${currency}`
  await openCase(commands, { ...about, amountCents: amountCents ?? 0, code }, metadata)
}
