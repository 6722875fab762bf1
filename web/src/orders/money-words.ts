import type { Order, Refund, Return } from '@shop/language/order/api'
import { formatMoney } from '../lib/money.ts'
import { shortDate } from './order-dates.ts'

export const refundInWords = ({ amount, state, at }: Refund, paymentMethod: string) => {
  const money = formatMoney(amount)
  if (state === 'made') return `We refunded ${money} to your ${paymentMethod} account on ${shortDate(at)}.`
  if (state === 'pending')
    return `${paymentMethod} has accepted a refund of ${money}, but has not completed it yet. The refund can take a few days.`
  if (state === 'requested') return `We are refunding ${money} to your ${paymentMethod} account.`
  return `A refund of ${money} to your ${paymentMethod} account has failed. If the money does not arrive later, write to us.`
}

export function returnInWords({ lines, askedAt, received, receivedAt, ofCancellation, closed }: Return) {
  const asked = piecesInWords(lines)
  if (closed && receivedAt)
    return `Return of ${asked}, closed on ${shortDate(receivedAt)}. You need not send anything back.`
  if (ofCancellation && !receivedAt) return `Your order was cancelled after it was shipped. We expect ${asked} back.`
  if (!received || !receivedAt)
    return `Return of ${asked}, requested on ${shortDate(askedAt)}. We refund you once it has arrived.`
  if (received.length === 0) return `Return of ${asked}, ended on ${shortDate(receivedAt)}. No pieces came back.`
  return `Return of ${asked}: ${piecesInWords(received)} came back on ${shortDate(receivedAt)}.`
}

export function piecesInWords(lines: readonly { quantity: number }[]) {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return count === 1 ? '1 piece' : `${count} pieces`
}

export const isUnshipped = ({ status, isPaid }: Order) => isPaid && status === 'Processing'

/** Whether refunds and returns have left no piece to send, and none on its way. */
export const isGivenBack = ({ status, isPaid, isDelivered, orderItems }: Order) =>
  isPaid &&
  !isDelivered &&
  status !== 'Cancelled' &&
  orderItems.every(({ toShip, shipped, refundable }) => toShip + (status === 'Shipped' ? shipped : refundable) === 0)

/** Whether an order can still be cancelled, and its address changed. */
export const isChangeable = (order: Order) => isUnshipped(order) && !isGivenBack(order)

/** Whether all pieces of an unshipped order were refunded. */
export const hasNothingToShip = (order: Order) => isUnshipped(order) && order.leftToShip === 0

export const isReturnable = ({ status, orderItems, returnUntil }: Order, now: Date) =>
  (status === 'Shipped' || status === 'Delivered') &&
  orderItems.some(({ returnable }) => returnable > 0) &&
  now.toISOString() <= returnUntil

/** The part of the payment that no refund covers, in dollars. Refused refunds do not count. */
export function leftToRefund({ totalPrice, refunds }: Order) {
  const cents = refunds.filter(({ state }) => state !== 'refused').map(({ amount }) => Math.round(amount * 100))
  return (Math.round(totalPrice * 100) - cents.reduce((sum, one) => sum + one, 0)) / 100
}
