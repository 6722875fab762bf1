import type { OrderStatus } from './api/order-status.ts'
import type { OrderEvent, Refund, Return } from './events/order-events.ts'
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
    case 'OrderRefunded': {
      const { refundId, providerRefundId } = data
      const become = ({ code: _, ...refund }: Refund): Refund => ({ ...refund, state: 'made', providerRefundId })
      return { ...withRefund(order, refundId, become), refundDue: false }
    }
    case 'OrderRefundRefused': {
      // Nobody else would look at it again.
      const refundDue = order.refundDue || order.status === 'Cancelled'
      const become = (refund: Refund): Refund => ({ ...refund, state: 'refused', code: data.code })
      return { ...withRefund(order, data.refundId, become), refundDue }
    }
    case 'RefundNoted': {
      const { providerRefundId: id, amountCents, at } = data
      const refund: Refund = { refundId: id, providerRefundId: id, amountCents, pieces: [], state: 'made', at }
      const after = { ...order, refunds: [...order.refunds, refund] }
      return { ...after, refundDue: order.refundDue && refundedCents(after) < order.totalCents }
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

/** What went back of the order's payment. */
export const refundedCents = ({ refunds }: Pick<OrderBooks, 'refunds'>) =>
  sumOf(refunds.filter(({ state }) => state === 'made').map(({ amountCents }) => amountCents))

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
