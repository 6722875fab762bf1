import { ShopError } from '@shop/language/errors'
import { refundedCents } from '@shop/language/order/books'
import { OrderDeleted, type OrderEvent, OrderRestored } from '@shop/language/order/events'
import { leftCents } from '@shop/language/order/pieces'
import { awaited, givenUp, heldAgain, isRefundedSinceDeletion, type Reserved } from './decide-pieces.ts'
import { refundOf } from './decide-refund.ts'
import { inSteps } from './in-steps.ts'
import type { Order } from './order-state.ts'

export type DeletionCommand =
  | { type: 'Delete' }
  /** `reserved` are the pieces that the order takes back from stock. */
  | { type: 'Restore'; at: string; reserved?: Reserved | undefined }
  /** From the deletion's case, an admin refunds all that is left of the order's payment. */
  | { type: 'RefundDeleted'; refundId: string; reason: string; at: string }

/** See decisions P12, O8 (deleting). */
export function decideDeletion(command: DeletionCommand, order: Order): readonly OrderEvent[] {
  switch (command.type) {
    case 'Delete':
      return inSteps(order, deleted, (now) => givenUp(now, 'deleted'))
    case 'Restore':
      if (!order.deleted) return []
      if (order.status !== 'Cancelled' && isRefundedSinceDeletion(order))
        return inSteps(
          order,
          (now) => [restored(cancelledByRefund(now))],
          (now) => givenUp(now, 'cancelled'),
          (now) => awaited(now, command.at),
        )
      return inSteps(
        order,
        (now) => heldAgain(now, command.reserved),
        (now) => [restored(now)],
      )
    case 'RefundDeleted': {
      const { refundId, reason, at } = command
      if (order.refunds.some((one) => one.refundId === refundId)) return []
      if (!order.deleted) throw new ShopError('CONFLICT', 'This order was restored. Refund it on its own page')
      return [refundOf(order, { refundId, reason, at })]
    }
  }
}

function deleted(order: Order): readonly OrderEvent[] {
  const { facts, status } = order
  const { orderId, items, totalCents, placedAt } = facts
  const lines = items.map(({ productId, quantity }) => ({ productId, quantity }))
  const booked = { totalCents, refundedCents: refundedCents(order), placedAt }
  return [OrderDeleted({ orderId, status, lines, dueCents: dueOf(order), ...booked })]
}

/** The money that is due to the customer if the order is deleted. */
export function dueOf(order: Order) {
  const isDue = order.status === 'Cancelled' ? order.refundDue : order.status !== 'Delivered'
  return isDue ? leftCents(order) : 0
}

/** An order that was refunded after its deletion is restored as Cancelled. */
const cancelledByRefund = (order: Order): Order => ({
  ...order,
  status: 'Cancelled',
  refundsBefore: order.deletion?.refundsBefore ?? 0,
  refundDue: leftCents(order) > 0,
})

function restored(order: Order) {
  const { facts, status, shippedAt, deliveredAt, cancelledAt, cancelReason } = order
  const { refundDue, refundsBefore, trackingNumber, reasons } = order
  const since = { refunds: [...order.refunds], returns: [...order.returns], lines: [...order.lines], refundsBefore }
  const moments = {
    ...(shippedAt && { shippedAt }),
    ...(status === 'Delivered' && deliveredAt && { deliveredAt }),
    ...(status === 'Cancelled' && cancelledAt && { cancelledAt }),
    ...(status === 'Cancelled' && cancelReason && { cancelReason }),
  }
  return OrderRestored({ ...facts, status, ...moments, refundDue, ...since, trackingNumber, reasons })
}
