import type { OrderStatus } from './api/order-status.ts'
import type { OrderEvent, Return } from './events/order-events.ts'
import type { Refund } from './events/order-refund-events.ts'
import { sumOf } from './sum-of.ts'

/** What became of an order's money and pieces after it was placed: the same in its decider and in its document. */
export type OrderBooks = Readonly<{
  totalCents: number
  status: OrderStatus
  /** When it was delivered, if it is and that is known. */
  deliveredAt?: string
  /** It was cancelled, and an admin has to refund its payment or to close the case (decisions S5). */
  refundDue: boolean
  refunds: readonly Refund[]
  returns: readonly Return[]
  /** Null: none, or of an erased customer. */
  trackingNumber: string | null
  /** Why something is refunded or returned, by the id of that; personal. */
  reasons: Readonly<Record<string, string>>
}>

/** The books of an order that was just placed. */
export const newBooks = {
  status: 'Processing',
  refundDue: false,
  refunds: [],
  returns: [],
  trackingNumber: null,
  reasons: {},
} as const

/** A case stays open when its order is set to another status: its refund is due for as long as the order is cancelled. */
export const isRefundDue = ({ refundDue, status }: Pick<OrderBooks, 'refundDue' | 'status'>) =>
  refundDue && status === 'Cancelled'

/** The same rule as the filter of a query, for those of the orders that have this status; none for another status than that. */
export const ofDueRefunds = (status: OrderStatus = 'Cancelled') => ({
  refundDue: [true],
  status: status === 'Cancelled' ? [status] : [],
})

/** The same order after one more of its events. */
export function booksAfter<Order extends OrderBooks>(order: Order, { type, data }: OrderEvent): Order {
  switch (type) {
    case 'OrderStatusChanged': {
      const { from, to: status, at } = data
      const { deliveredAt: before, ...rest } = order
      const deliveredAt = status !== 'Delivered' ? '' : from === 'Delivered' ? before : at
      const trackingNumber = data.trackingNumber ?? order.trackingNumber
      return { ...(rest as Order), status, trackingNumber, ...(deliveredAt && { deliveredAt }) }
    }
    case 'RefundCaseOpened':
      return { ...order, refundDue: data.amountCents > 0 }
    case 'RefundCaseClosed':
      return { ...order, refundDue: false }
    case 'OrderRefundRequested': {
      const { refundId, amountCents, pieces, returnId, at } = data
      const refund: Refund = { refundId, amountCents, pieces, state: 'requested', at, ...(returnId && { returnId }) }
      return { ...withReason(order, refundId, data.reason), refunds: [...order.refunds, refund] }
    }
    case 'OrderRefundDelayed': {
      const { refundId, at: delayedAt, code } = data
      const become = (refund: Refund): Refund => ({ ...refund, code, delays: (refund.delays ?? 0) + 1, delayedAt })
      return withRefund(order, refundId, become)
    }
    case 'OrderRefundPending': {
      const { refundId, providerRefundId, amountCents, at } = data
      const isKnown = order.refunds.some((one) => one.refundId === refundId)
      const begunThere: Refund = { refundId, amountCents, pieces: [], state: 'requested', at }
      const become = ({ code: _, ...refund }: Refund): Refund => ({ ...refund, state: 'pending', providerRefundId })
      const known = isKnown ? order : { ...order, refunds: [...order.refunds, begunThere] }
      return stillDue(withRefund(known, refundId, become), data)
    }
    case 'OrderRefunded': {
      const { refundId, providerRefundId } = data
      const become = ({ code: _, ...refund }: Refund): Refund => ({ ...refund, state: 'made', providerRefundId })
      return stillDue(withRefund(order, refundId, become), data)
    }
    case 'OrderRefundRefused':
    case 'OrderRefundFailed': {
      // Nobody else would look at it again.
      const refundDue = order.refundDue || order.status === 'Cancelled'
      const become = (refund: Refund): Refund => ({ ...refund, state: 'refused', code: data.code })
      return { ...withRefund(order, data.refundId, become), refundDue }
    }
    case 'RefundNoted': {
      const { providerRefundId: id, amountCents, at } = data
      const refund: Refund = { refundId: id, providerRefundId: id, amountCents, pieces: [], state: 'made', at }
      return stillDue({ ...order, refunds: [...order.refunds, refund] }, { refundId: id, providerRefundId: id })
    }
    case 'ReturnRequested': {
      const { returnId, pieces, at: askedAt } = data
      return { ...withReason(order, returnId, data.reason), returns: [...order.returns, { returnId, pieces, askedAt }] }
    }
    case 'ReturnReceived': {
      const { returnId, pieces: received, at: receivedAt } = data
      const become = (one: Return) => (one.returnId === returnId ? { ...one, received, receivedAt } : one)
      return { ...order, returns: order.returns.map(become) }
    }
    default:
      return order
  }
}

/** Why a refund that was requested is not noted as made: the provider's own word of it came first, and is in the books. */
export const NOTED = 'NOTED'

/** The id of the refund that this is a further try of, or its own: tries after the first have a number after its id. */
export const firstOf = (refundId: string) => refundId.split('~')[0] ?? refundId
export const furtherTryOf = (refundId: string, number: number) => `${firstOf(refundId)}~${number}`

/** What went back of the order's payment. */
export const refundedCents = ({ refunds }: Pick<OrderBooks, 'refunds'>) =>
  sumOf(refunds.filter(({ state }) => state === 'made').map(({ amountCents }) => amountCents))

/** What an admin has refunded ends the case; what was refunded at the provider ends it only if all of the payment has gone. */
function stillDue<Order extends OrderBooks>(
  order: Order,
  { refundId, providerRefundId }: Readonly<{ refundId: string; providerRefundId: string }>,
): Order {
  const gone = order.refunds.filter(({ state }) => state === 'made' || state === 'pending')
  const isPartial = sumOf(gone.map(({ amountCents }) => amountCents)) < order.totalCents
  return { ...order, refundDue: order.refundDue && refundId === providerRefundId && isPartial }
}

const withReason = <Order extends OrderBooks>(order: Order, id: string, reason: string | null): Order =>
  reason === null ? order : { ...order, reasons: { ...order.reasons, [id]: reason } }

const withRefund = <Order extends OrderBooks>(
  order: Order,
  refundId: string,
  become: (refund: Refund) => Refund,
): Order => ({
  ...order,
  refunds: order.refunds.map((refund) => (refund.refundId === refundId ? become(refund) : refund)),
})
