import { ShopError } from '@shop/language/errors'
import { refundedCents } from '@shop/language/order/books'
import type { Why } from '@shop/language/order/chosen-reason'
import { type OrderEvent, OrderStatusChanged, RefundCaseClosed, RefundCaseOpened } from '@shop/language/order/events'
import { lacking } from '@shop/language/order/lines'
import { leftCents } from '@shop/language/order/pieces'
import type { OrderStatus } from '@shop/language/order/status'
import { awaited, closedReturns, givenUp, heldAgain, type Reserved, requireFree } from './decide-pieces.ts'
import { refundOf } from './decide-refund.ts'
import { inSteps } from './in-steps.ts'
import type { Order } from './order-state.ts'

export type StatusCommand =
  /** An undefined tracking number stays as it was. */
  | ({
      type: 'ChangeStatus'
      status: OrderStatus
      trackingNumber?: string | undefined
      reserved?: Reserved | undefined
    } & Said &
      Cancellation)
  /** All that is left of the payment is refunded under `refundId`. */
  | ({ type: 'Cancel'; refundId: string } & Said)

/** Only a change to Cancelled has a chosen reason. */
type Said = Why & Readonly<{ at: string }>

type Cancellation = Readonly<{
  /**
   * An object refunds `amountCents`, or all that is left, under `refundId`. 'none' refunds nothing and closes the refund case. Undefined
   * opens a refund case.
   */
  refund?: Readonly<{ refundId: string; amountCents?: number | undefined }> | 'none' | undefined
  /** Whether unsent pieces go back into stock. True by default. */
  restock?: boolean | undefined
  message?: string | undefined
}>

/** No piece is counted twice, and no money is refunded twice (decisions O1 and O2). */
export function decideStatus(command: StatusCommand, order: Order): readonly OrderEvent[] {
  const { status } = order
  if (command.type === 'Cancel') {
    if (status === 'Cancelled') return []
    if (status !== 'Processing')
      throw new ShopError('CONFLICT', 'This order is on its way already. Request a return when it has arrived')
    const { type: _, refundId, ...said } = command
    return cancelled(order, { ...said, refund: { refundId } })
  }
  const { status: to, chosenReason, reason, trackingNumber } = command
  if (to === status) {
    if (command.refund || command.message !== undefined || command.restock !== undefined)
      throw new ShopError('CONFLICT', 'This order is cancelled already. To refund it, use “Refund”')
    const isNew =
      (chosenReason !== undefined && chosenReason !== order.cancelReason) ||
      (reason !== undefined && reason !== order.reason) ||
      (trackingNumber !== undefined && trackingNumber !== order.trackingNumber)
    const again = lacking(order).length > 0 ? heldAgain(order, command.reserved) : []
    return isNew ? [...again, ...changed(order, command)] : again
  }
  if (to === 'Cancelled') return cancelled(order, command, trackingNumber)
  if (lacking(order).length > 0)
    throw new ShopError(
      'CONFLICT',
      'This order lacks pieces. Take them from stock again, or refund them, before you ship the order',
    )
  return status === 'Cancelled' ? taken(order, command) : changed(order, command)
}

type Change = Said &
  Readonly<{ status: OrderStatus; trackingNumber?: string | undefined; message?: string | undefined }>

function changed(order: Order, { status: to, at, trackingNumber, message, ...why }: Change) {
  const { facts, status: from } = order
  const { orderId, customerId, totalCents, placedAt } = facts
  const booked = { totalCents, refundedCents: refundedCents(order), placedAt }
  const said = { ...whyOf(why), trackingNumber: trackingNumber ?? null, message: message ?? null, at }
  return [OrderStatusChanged({ orderId, customerId, from, to, ...said, movesPieces: false, ...booked })]
}

const whyOf = ({ chosenReason, reason }: Why) => ({
  chosenReason: chosenReason ?? null,
  reason: reason ?? null,
})

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

const CANCELLED = 'The order was cancelled'

/** Decides about the money of a cancelled order (decisions S5: refund or case, either with a reason). */
function moneyOf(order: Order, { refund, at, ...said }: Said & Cancellation): readonly OrderEvent[] {
  const why = whyOf(said)
  const { orderId, customerId, captureId } = order.facts
  const left = leftCents(order)
  if (refund && refund !== 'none') {
    if (left === 0 && !refund.amountCents) return []
    const reason = why.reason ?? (why.chosenReason ? null : CANCELLED)
    return [refundOf(order, { ...refund, ...why, reason, at })]
  }
  if (left === 0) return []
  const opened = RefundCaseOpened({ orderId, captureId, amountCents: left })
  return refund === 'none' ? [opened, RefundCaseClosed({ orderId, customerId, reason: why.reason })] : [opened]
}

/** Undoes a cancellation. */
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
