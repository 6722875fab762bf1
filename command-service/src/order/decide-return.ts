import { ShopError } from '@shop/language/errors'
import { RETURN_DAYS } from '@shop/language/limits'
import { PAYMENT_REVERSED, reversedCents } from '@shop/language/order/books'
import type { ChosenReason, Why } from '@shop/language/order/chosen-reason'
import type { OrderEvent } from '@shop/language/order/events'
import { centsOf, leftCents, refundablePieces, returnablePieces, returnUntil } from '@shop/language/order/pieces'
import { type OrderPieces, OrderRefundRefused, OrderRefundRequested } from '@shop/language/order/refund-events'
import { type ReceivedPieces, ReturnReceived, ReturnRequested } from '@shop/language/order/return-events'
import { idFrom } from '@shop/language/values/id-from'
import { notAside, refundOf, requirePieces } from './decide-refund.ts'
import { inSteps } from './in-steps.ts'
import type { Order } from './order-state.ts'

export type ReturnCommand =
  /** The customer returns sent pieces within `RETURN_DAYS`. */
  | ({ type: 'RequestReturn'; returnId: string; pieces: readonly OrderPieces[]; at: string } & Why)
  /**
   * An admin receives a return. The default of `amountCents` is what was paid for received pieces without a refund, but at most the rest of
   * the payment. The default is 0 for pieces that a cancellation awaits, because the refund case decides about that money. A reversal may
   * hold the money that the default lacks: the refund of this money is requested and refused.
   */
  | {
      type: 'ReceiveReturn'
      returnId: string
      received: readonly ReceivedPieces[]
      refundId: string
      at: string
      amountCents?: number | undefined
      /** The admin's reason, if it differs from the customer's reason. */
      chosenReason?: ChosenReason | undefined
    }

export function decideReturn(command: ReturnCommand, order: Order): readonly OrderEvent[] {
  const { facts, status } = order
  const { orderId, customerId, placedAt } = facts
  switch (command.type) {
    case 'RequestReturn': {
      const { returnId, pieces, chosenReason = null, reason = null, at } = command
      if (order.returns.some((one) => one.returnId === returnId)) return []
      if (status === 'Cancelled') throw new ShopError('CONFLICT', 'This order is cancelled')
      if (status === 'Processing')
        throw new ShopError('CONFLICT', 'This order is not shipped yet. Cancel it instead, and we refund your money')
      if (at > returnUntil({ ...order, placedAt }))
        throw new ShopError('CONFLICT', `The ${RETURN_DAYS} days for returning this order are over`)
      requirePieces(order, pieces, (line) => returnablePieces(order, line), 'left to return')
      return [ReturnRequested({ orderId, customerId, returnId, pieces: [...pieces], chosenReason, reason, at })]
    }
    case 'ReceiveReturn':
      return receiptOf(command, order)
  }
}

function receiptOf(command: Extract<ReturnCommand, { type: 'ReceiveReturn' }>, order: Order): readonly OrderEvent[] {
  const { returnId, received, refundId, at, amountCents } = command
  const { items, orderId } = order.facts
  const asked = order.returns.find((one) => one.returnId === returnId)
  if (!asked) throw new ShopError('NOT_FOUND', 'There is no such return')
  if (asked.received) throw new ShopError('CONFLICT', 'This return was received already')
  const askedOf = (line: number) => asked.pieces.find((one) => one.line === line)?.quantity ?? 0
  const outOf = (line: number) => (order.lines[line]?.sent ?? 0) + (order.lines[line]?.held ?? 0)
  requirePieces(order, received, (line) => Math.min(askedOf(line), outOf(line)), 'in this return')
  const chosenReason = command.chosenReason === asked.chosenReason ? null : (command.chosenReason ?? null)
  const receipt = ReturnReceived({ orderId, returnId, pieces: [...received], chosenReason, at })
  const pieces = received
    .map(({ line, quantity }) => ({ line, quantity: Math.min(quantity, refundablePieces(order, items, line)) }))
    .filter(({ quantity }) => quantity > 0)
  const wanted = amountCents ?? (asked.ofCancellation ? 0 : centsOf(order, items, pieces))
  const cents = amountCents ?? Math.min(wanted, leftCents(order))
  const reversed = Math.min(wanted - cents, reversedCents(order))
  const why = { chosenReason: chosenReason ?? asked.chosenReason ?? null, reason: order.reasons[returnId] ?? null }
  return inSteps(
    order,
    () => [receipt],
    (now) => (cents > 0 ? [refundOf(now, { refundId, returnId, ...why, at, pieces, amountCents: cents })] : []),
    () => (reversed > 0 ? refusedOf(order, { returnId, ...why, at, pieces: cents > 0 ? [] : pieces }, reversed) : []),
  )
}

type Refused = Pick<ReturnType<typeof OrderRefundRequested>['data'], 'chosenReason' | 'reason' | 'at'> &
  Readonly<{ returnId: string; pieces: readonly OrderPieces[] }>

function refusedOf({ facts }: Order, { pieces, ...refused }: Refused, amountCents: number) {
  const { orderId, customerId, captureId } = facts
  const refundId = idFrom('reversed', orderId, refused.returnId)
  const of = { orderId, refundId, amountCents }
  return [
    OrderRefundRequested({ ...of, customerId, captureId, ...refused, pieces: pieces.map(notAside) }),
    OrderRefundRefused({ ...of, code: PAYMENT_REVERSED }),
  ]
}
