import type { OrderStatus } from '@shop/language/api/order-status'
import { ShopError } from '@shop/language/errors'
import {
  type OrderEvent,
  OrderStatusChanged,
  RefundCaseClosed,
  RefundCaseOpened,
} from '@shop/language/events/order-events'
import { refundedCents } from '@shop/language/order-books'
import { lacking } from '@shop/language/order-lines'
import { leftCents } from '@shop/language/order-pieces'
import { awaited, closedReturns, givenUp, heldAgain, type Reserved, requireFree } from './decide-pieces.ts'
import { refundOf } from './decide-refund.ts'
import { inSteps } from './in-steps.ts'
import type { Order } from './order-state.ts'

export type StatusCommand =
  /** `at` is now; what is undefined stays as it was. */
  | ({
      type: 'ChangeStatus'
      status: OrderStatus
      trackingNumber?: string | undefined
      reserved?: Reserved | undefined
    } & Said &
      Cancellation)
  /** By the customer, before it is shipped: all that is left of the payment goes back under `refundId`. */
  | { type: 'Cancel'; refundId: string; at: string }

type Said = Readonly<{ at: string; reason?: string | undefined }>

/** What an admin chooses with a cancellation. */
type Cancellation = Readonly<{
  /** What goes back at once: all that is left, or so much of it, under this id; or nothing, for good. Undefined: a refund case is opened. */
  refund?: Readonly<{ refundId: string; amountCents?: number | undefined }> | 'none' | undefined
  /** Whether pieces that were not sent go back into stock; preset. */
  restock?: boolean | undefined
  /** For the customer. */
  message?: string | undefined
}>

/** The status of an order. It moves pieces and money with it: never a piece to two places, never money twice (decisions O1, O2). */
export function decideStatus(command: StatusCommand, order: Order): readonly OrderEvent[] {
  const { status } = order
  if (command.type === 'Cancel') {
    if (status === 'Cancelled') return []
    if (status !== 'Processing')
      throw new ShopError('CONFLICT', 'This order is on its way already. Ask for a return once it is there')
    return cancelled(order, { at: command.at, refund: { refundId: command.refundId } })
  }
  const { status: to, reason, trackingNumber } = command
  if (to === status) {
    if (command.refund || command.message !== undefined || command.restock !== undefined)
      throw new ShopError('CONFLICT', 'This order is cancelled already. Refund it on its own, or write to the customer')
    const isNew =
      (reason !== undefined && reason !== order.reason) ||
      (trackingNumber !== undefined && trackingNumber !== order.trackingNumber)
    const again = lacking(order).length > 0 ? heldAgain(order, command.reserved) : []
    return isNew ? [...again, ...changed(order, command)] : again
  }
  if (to === 'Cancelled') return cancelled(order, command, trackingNumber)
  return status === 'Cancelled' ? taken(order, command) : changed(order, command)
}

type Change = Said &
  Readonly<{ status: OrderStatus; trackingNumber?: string | undefined; message?: string | undefined }>

function changed(order: Order, { status: to, at, reason, trackingNumber, message }: Change) {
  const { facts, status: from } = order
  const { orderId, customerId, totalCents, placedAt } = facts
  const booked = { totalCents, refundedCents: refundedCents(order), placedAt }
  const said = { reason: reason ?? null, trackingNumber: trackingNumber ?? null, message: message ?? null, at }
  return [OrderStatusChanged({ orderId, customerId, from, to, ...said, movesPieces: false, ...booked })]
}

/**
 * Cancels an order. What is in the house goes back into stock; what has left it is awaited. An order that never left the house has nothing to
 * be sent back.
 */
function cancelled(order: Order, said: Said & Cancellation, trackingNumber?: string): readonly OrderEvent[] {
  const wasSent = order.status !== 'Processing'
  return inSteps(
    order,
    (now) => changed(now, { ...said, status: 'Cancelled', trackingNumber }),
    (now) => (wasSent ? [] : closedReturns(now, said.at, 'all')),
    (now) => givenUp(now, 'cancelled', said.restock),
    (now) => awaited(now, said.at),
    (now) => moneyOf(now, said),
  )
}

/** What becomes of the money of an order that is cancelled (decisions S5). */
function moneyOf(order: Order, { refund, at, ...said }: Said & Cancellation): readonly OrderEvent[] {
  const reason = said.reason ?? null
  const { orderId, customerId, captureId } = order.facts
  const left = leftCents(order)
  if (refund && refund !== 'none')
    return left > 0 || refund.amountCents ? [refundOf(order, { ...refund, reason, at })] : []
  if (left === 0) return []
  const opened = RefundCaseOpened({ orderId, captureId, amountCents: left })
  return refund === 'none' ? [opened, RefundCaseClosed({ orderId, customerId, reason })] : [opened]
}

/** An order leaves Cancelled with its pieces, which it has taken from stock again or which are out; none is awaited any more. */
function taken(order: Order, command: Change & Readonly<{ reserved?: Reserved | undefined }>): readonly OrderEvent[] {
  requireFree(order)
  const { orderId, customerId } = order.facts
  return inSteps(
    order,
    (now) => heldAgain(now, command.reserved),
    (now) => closedReturns(now, command.at, 'of the cancellation'),
    (now) => (now.refundDue ? [RefundCaseClosed({ orderId, customerId, reason: NO_LONGER })] : []),
    (now) => changed(now, command),
  )
}

const NO_LONGER = 'The order is no longer cancelled'
