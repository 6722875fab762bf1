import { ShopError } from '@shop/language/errors'
import {
  type OrderEvent,
  OrderStatusChanged,
  type ReceivedPieces,
  ReturnReceived,
  ReturnRequested,
  ReturnRestocked,
} from '@shop/language/events/order-events'
import type { OrderPieces } from '@shop/language/events/order-refund-events'
import { refundedCents } from '@shop/language/order-books'
import { centsOf, leftCents, refundablePieces, returnablePieces, returnUntil } from '@shop/language/order-pieces'
import { refundOf, requirePieces } from './decide-refund.ts'
import type { Order } from './order-state.ts'

export type ReturnCommand =
  /** By the customer, before it is shipped: all that is left of the payment goes back under `refundId`. */
  | { type: 'Cancel'; refundId: string; at: string }
  /** By the customer, within thirty days. */
  | { type: 'RequestReturn'; returnId: string; pieces: readonly OrderPieces[]; reason: string; at: string }
  /** By an admin. Refunds what was paid for these pieces, or the amount that is given, at most what is left. */
  | {
      type: 'ReceiveReturn'
      returnId: string
      received: readonly ReceivedPieces[]
      refundId: string
      at: string
      amountCents?: number | undefined
    }
  | { type: 'NoteRestocked'; returnId: string }

/** What a customer changes about an order that is placed. */
export function decideReturn(command: ReturnCommand, order: Order): readonly OrderEvent[] {
  const { facts, status } = order
  const { orderId, customerId, totalCents, placedAt } = facts
  switch (command.type) {
    case 'Cancel': {
      if (status === 'Cancelled') return []
      if (status !== 'Processing')
        throw new ShopError('CONFLICT', 'This order is on its way already. Ask for a return once it is there')
      const { refundId, at } = command
      const said = { reason: null, trackingNumber: null, at }
      const booked = { totalCents, refundedCents: refundedCents(order), placedAt }
      const cancelled = OrderStatusChanged({ orderId, customerId, from: status, to: 'Cancelled', ...said, ...booked })
      return leftCents(order) > 0 ? [cancelled, refundOf(order, { refundId, reason: null, at })] : [cancelled]
    }
    case 'RequestReturn': {
      const { returnId, pieces, reason, at } = command
      if (order.returns.some((one) => one.returnId === returnId)) return []
      if (status === 'Cancelled') throw new ShopError('CONFLICT', 'This order is cancelled')
      if (at > returnUntil({ ...order, placedAt }))
        throw new ShopError('CONFLICT', 'The thirty days for returning this order are over')
      requirePieces(order, pieces, (line) => returnablePieces(order, facts.items, line), 'left to return')
      return [ReturnRequested({ orderId, customerId, returnId, pieces: [...pieces], reason, at })]
    }
    case 'ReceiveReturn':
      return receiptOf(command, order)
    case 'NoteRestocked': {
      const { returnId } = command
      return order.restocked.includes(returnId) ? [] : [ReturnRestocked({ orderId, returnId })]
    }
  }
}

function receiptOf(command: Extract<ReturnCommand, { type: 'ReceiveReturn' }>, order: Order): readonly OrderEvent[] {
  const { returnId, received, refundId, at, amountCents } = command
  const { items, orderId } = order.facts
  const asked = order.returns.find((one) => one.returnId === returnId)
  if (!asked) throw new ShopError('NOT_FOUND', 'There is no such return')
  if (asked.received) throw new ShopError('CONFLICT', 'This return was received already')
  const askedOf = (line: number) => asked.pieces.find((one) => one.line === line)?.quantity ?? 0
  requirePieces(order, received, askedOf, 'in this return')
  const receipt = ReturnReceived({ orderId, returnId, pieces: [...received], at })
  const pieces = received
    .map(({ line, quantity }) => ({ line, quantity: Math.min(quantity, refundablePieces(order, items, line)) }))
    .filter(({ quantity }) => quantity > 0)
  const cents = amountCents ?? Math.min(centsOf(order, items, pieces), leftCents(order))
  if (cents === 0) return [receipt]
  const reason = order.reasons[returnId] ?? null
  return [receipt, refundOf(order, { refundId, returnId, reason, at, pieces, amountCents: cents })]
}
