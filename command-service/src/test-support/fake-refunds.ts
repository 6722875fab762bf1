import { sumOf } from '@shop/language/values/sum-of'
import type { ProviderRefund, Refunding } from '../payment/payment-provider.ts'
import { REFUND_CANCELLED, REFUND_FAILED } from '../payment/payment-provider.ts'
import type { Held, RefundStatus } from './held-order.ts'

/** The prefix of the ids of refunds that the shop has not requested. */
export const THERE = 'there'

export const leftOf = (order: Held) =>
  order.captureId
    ? order.amountCents - sumOf(refundsOf(order).filter(hasNotFailed).map(centsOf)) - reversedOf(order)
    : order.amountCents

const reversedOf = ({ reversals }: Held) =>
  sumOf(reversals.filter(({ isCancelled }) => !isCancelled).map(({ cents }) => cents))

const partIdOf = ({ id, parts }: Held, refundId: string) => `REF-${id}-${[...parts.keys()].indexOf(refundId) + 1}`

export const partsGoneOf = (order: Held) =>
  sumOf(
    refundsOf(order)
      .filter(({ id, status }) => id !== order.refundId && status === 'COMPLETED')
      .map(centsOf),
  )

/** Refunds only once for each refund id of the shop. */
export function refundPart(
  order: Held,
  { refundId, amountCents }: Readonly<{ refundId: string; amountCents: number }>,
  status: RefundStatus,
): Refunding {
  const { parts } = order
  const before = parts.get(refundId)
  if ((before ?? amountCents) !== amountCents)
    return { is: 'refused', code: 'PAYPAL_REQUEST_ID_PREVIOUSLY_USED', final: true }
  if (before === undefined) {
    if (leftOf(order) === 0) return NOTHING_LEFT
    if (amountCents > leftOf(order)) return { is: 'refused', code: 'REFUND_AMOUNT_EXCEEDED', final: true }
    parts.set(refundId, amountCents)
    order.refundStatuses.set(partIdOf(order, refundId), status)
  }
  return refundingOf(order, partIdOf(order, refundId))
}

/** The earlier refund that a repeat returns. */
export function wholeBefore({ refundId, refundStatuses, refundAttempt }: Held, attempt: number) {
  if (refundId === undefined) return undefined
  return hasNotFailed({ status: refundStatuses.get(refundId) }) || refundAttempt === attempt ? refundId : undefined
}

/** A repeat returns the earlier refund. Only a new attempt after a failed refund makes a new refund. */
export function refundWhole(order: Held, attempt: number, status: RefundStatus): Refunding {
  const known = wholeBefore(order, attempt)
  if (known) return refundingOf(order, known)
  // Like the PayPal adapter: if no money is left, the answer is the newest refund.
  if (leftOf(order) === 0) return newestOf(order)
  order.wholeCents = leftOf(order)
  order.refundId = `REF-${order.id}${attempt > 0 ? `~${attempt}` : ''}`
  order.refundAttempt = attempt
  order.refundStatuses.set(order.refundId, status)
  return refundingOf(order, order.refundId)
}

export const lookedUp = (order: Held, refundId: string): Refunding | undefined =>
  order.refundStatuses.has(refundId) ? refundingOf(order, refundId) : undefined

export function refundsOf(order: Held): readonly ProviderRefund[] {
  const { captureId, currency, parts, refundId, refundStatuses, wholeCents } = order
  const listed = { captureId, currency }
  const whole =
    refundId === undefined ? [] : [{ ...listed, id: refundId, amountCents: wholeCents, customId: undefined }]
  const ofParts = [...parts].map(([own, amountCents]) => {
    const customId = own.startsWith(THERE) ? undefined : own
    return { ...listed, id: partIdOf(order, own), amountCents, customId }
  })
  return [...whole, ...ofParts].map((one) => ({ ...one, status: refundStatuses.get(one.id) ?? 'COMPLETED' }))
}

/** A pending refund counts as the newest. */
function newestOf(order: Held): Refunding {
  if (reversedOf(order) > 0) return NOTHING_LEFT
  const refunds = refundsOf(order).filter(hasNotFailed)
  const { id = '' } = refunds.findLast(({ status }) => status === 'PENDING') ?? refunds.at(-1) ?? {}
  return refundingOf(order, id)
}

function refundingOf({ refundStatuses }: Held, refundId: string): Refunding {
  const status = refundStatuses.get(refundId)
  if (status === 'FAILED') return { is: 'refused', code: REFUND_FAILED, final: true }
  if (status === 'CANCELLED') return { is: 'refused', code: REFUND_CANCELLED, final: true }
  return { is: status === 'PENDING' ? 'pending' : 'refunded', refundId }
}

const NOTHING_LEFT: Refunding = { is: 'refused', code: 'CAPTURE_FULLY_REFUNDED', final: true }
const hasNotFailed = ({ status }: { status: string | undefined }) => status !== 'FAILED' && status !== 'CANCELLED'
const centsOf = ({ amountCents }: { amountCents: number }) => amountCents
