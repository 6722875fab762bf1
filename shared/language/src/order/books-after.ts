import { sumOf } from '../values/sum-of.ts'
import { firstOf, type OrderBooks } from './books.ts'
import type { OrderEvent } from './events.ts'
import { piecesAfter } from './lines.ts'
import { leftCents } from './pieces.ts'
import type { Refund } from './refund-events.ts'
import type { Return } from './return-events.ts'
import type { OrderStatus } from './status.ts'

export const booksAfter = <Order extends OrderBooks>(order: Order, event: OrderEvent): Order =>
  returnsAfter(moneyAfter(piecesAfter(order, event), event), event)

function moneyAfter<Order extends OrderBooks>(order: Order, { type, data }: OrderEvent): Order {
  switch (type) {
    case 'OrderStatusChanged':
      return statusAfter(order, data)
    case 'RefundCaseOpened':
      return { ...order, refundDue: data.amountCents > 0 }
    case 'RefundCaseClosed':
      return { ...order, refundDue: false }
    case 'OrderRefundRequested': {
      const { refundId, amountCents, pieces, returnId, chosenReason, at } = data
      const why = { ...(returnId && { returnId }), ...(chosenReason && { chosenReason }) }
      const refund: Refund = { refundId, amountCents, pieces, state: 'requested', at, ...why }
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
      const become = (refund: Refund): Refund => ({ ...refund, state: 'refused', code: data.code })
      const after = withRefund(order, data.refundId, become)
      // The admins' list finds cancelled orders by `refundDue`, and an admin must see an order whose refund has failed.
      return { ...after, refundDue: after.refundDue || (after.status === 'Cancelled' && leftCents(after) > 0) }
    }
    case 'RefundNoted': {
      const { providerRefundId: id, amountCents, at, isReversal } = data
      const made: Refund = { refundId: id, providerRefundId: id, amountCents, pieces: [], state: 'made', at }
      const refund = { ...made, ...(isReversal && { isReversal }) }
      return stillDue({ ...order, refunds: [...order.refunds, refund] }, { refundId: id, providerRefundId: id })
    }
    default:
      return order
  }
}

type StatusChange = Extract<OrderEvent, { type: 'OrderStatusChanged' }>['data']

function statusAfter<Order extends OrderBooks>(order: Order, data: StatusChange): Order {
  const { from, to: status, at } = data
  const { shippedAt, deliveredAt, cancelledAt, cancelReason, ...rest } = order
  const since = (one: OrderStatus, before: string | undefined) => (from === one ? before : at)
  const moments = {
    shippedAt: status === 'Shipped' ? since('Shipped', shippedAt) : status === 'Processing' ? undefined : shippedAt,
    deliveredAt: status === 'Delivered' ? since('Delivered', deliveredAt) : undefined,
    cancelledAt: status === 'Cancelled' ? since('Cancelled', cancelledAt) : undefined,
  }
  const saidBefore = from === 'Cancelled' ? cancelReason : undefined
  const whyCancelled = status === 'Cancelled' ? (data.chosenReason ?? saidBefore) : undefined
  const trackingNumber = data.trackingNumber ?? order.trackingNumber
  const isCancelled = status === 'Cancelled' && from !== status
  return {
    ...(rest as Order),
    status,
    trackingNumber,
    ...known(moments),
    ...(whyCancelled && { cancelReason: whyCancelled }),
    ...(isCancelled && { refundsBefore: order.refunds.length }),
  }
}

function returnsAfter<Order extends OrderBooks>(order: Order, { type, data }: OrderEvent): Order {
  switch (type) {
    case 'ReturnRequested': {
      const { returnId, pieces, chosenReason, at: askedAt } = data
      const asked = { returnId, pieces, askedAt, ...(chosenReason && { chosenReason }) }
      return { ...withReason(order, returnId, data.reason), returns: [...order.returns, asked] }
    }
    case 'ReturnReceived': {
      const { returnId, pieces: received, chosenReason, at: receivedAt } = data
      const come = { received, receivedAt, ...(chosenReason && { chosenReason }) }
      const become = (one: Return) => (one.returnId === returnId ? { ...one, ...come } : one)
      return { ...order, returns: order.returns.map(become) }
    }
    case 'ReturnAwaited': {
      const { returnId, pieces, at: askedAt } = data
      return { ...order, returns: [...order.returns, { returnId, pieces, askedAt, ofCancellation: true }] }
    }
    case 'ReturnClosed': {
      const { returnId, at: receivedAt } = data
      const become = (one: Return): Return =>
        one.returnId === returnId ? { ...one, received: [], receivedAt, closed: true } : one
      return { ...order, returns: order.returns.map(become) }
    }
    default:
      return order
  }
}

/**
 * A refund that was requested after the cancellation leaves nothing due, even if it is partial. After any other refund, nothing is due if
 * the whole payment has gone back. The refund of the customer's own return is such another refund.
 */
function stillDue<Order extends OrderBooks>(
  order: Order,
  { refundId, providerRefundId }: Readonly<{ refundId: string; providerRefundId: string }>,
): Order {
  const gone = order.refunds.filter(({ state }) => state === 'made' || state === 'pending')
  const isPartial = sumOf(gone.map(({ amountCents }) => amountCents)) < order.totalCents
  const before = order.refunds.slice(0, order.refundsBefore).map((one) => firstOf(one.refundId))
  const { returnId } = order.refunds.find((one) => one.refundId === refundId) ?? {}
  const isOwnReturn = order.returns.some((one) => one.returnId === returnId && !one.ofCancellation)
  const isOther = refundId === providerRefundId || isOwnReturn || before.includes(firstOf(refundId))
  return { ...order, refundDue: order.refundDue && isOther && isPartial }
}

const known = (moments: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(moments).filter(([, moment]) => moment))

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
