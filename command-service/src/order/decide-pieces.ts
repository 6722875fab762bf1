import { ShopError } from '@shop/language/errors'
import type { OrderEvent } from '@shop/language/order/events'
import { awaitedOf, lacking, leavingWithRefund, reclaimable, stockBound } from '@shop/language/order/lines'
import {
  PiecesBackInStock,
  PiecesGivenUp,
  PiecesReclaimed,
  ReclaimBegun,
  ReclaimEnded,
  ReturnAwaited,
  ReturnClosed,
} from '@shop/language/order/piece-events'
import { isOnItsWay } from '@shop/language/order/pieces'
import type { Refund } from '@shop/language/order/refund-events'
import { ReturnRestocked } from '@shop/language/order/return-events'
import { isRequestedSince, whyStaysCancelled } from '@shop/language/order/staying-cancelled'
import { type ProductPieces, reclaimIdOf } from '@shop/language/stock/events'
import { idFrom } from '@shop/language/values/id-from'
import type { Order } from './order-state.ts'
import { isBack, leftWith, nextMoveId } from './stock-moves.ts'

export type ReclaimReason = 'leaving Cancelled' | 'restoring' | 'lacking pieces'

export type PiecesCommand =
  | { type: 'BeginReclaim'; before: ReclaimReason }
  | { type: 'EndReclaim'; holdId: string }
  | { type: 'NoteBack'; moveId: string }

/** The pieces that stock has reserved under this hold, by stock line. */
export type Reserved = Readonly<{ holdId: string; lines: readonly ProductPieces[] }>

export function decidePieces(command: PiecesCommand, order: Order): readonly OrderEvent[] {
  const { orderId } = order.facts
  switch (command.type) {
    case 'BeginReclaim': {
      if (!hasReclaimReason(order, command.before) || order.reclaim) return []
      if (!order.deleted) requireFree(order)
      const pieces = wantedAgain(order)
      const holdId = reclaimIdOf(orderId, order.reclaims + 1)
      return pieces.length > 0 ? [ReclaimBegun({ orderId, holdId, pieces })] : []
    }
    case 'EndReclaim': {
      const { holdId } = command
      return order.reclaim?.holdId === holdId ? [ReclaimEnded({ orderId, holdId })] : []
    }
    case 'NoteBack': {
      const move = order.moves.filter(isBack).find(({ moveId }) => moveId === command.moveId)
      if (!move || move.isDone) return []
      const { moveId, ofReturn } = move
      return [ofReturn ? ReturnRestocked({ orderId, returnId: moveId }) : PiecesBackInStock({ orderId, moveId })]
    }
  }
}

export function hasReclaimReason(order: Order, before: ReclaimReason) {
  if (before === 'restoring') return order.deleted
  return before === 'leaving Cancelled' ? order.status === 'Cancelled' : !order.deleted && lacking(order).length > 0
}

/** Throws CONFLICT for an order that must stay cancelled. */
export function requireFree(order: Order) {
  const why = whyStaysCancelled(order)
  if (why) throw new ShopError('CONFLICT', why)
}

export const isRefundedSinceDeletion = (order: Order) =>
  order.deletion !== undefined && isRequestedSince(order, order.deletion.refundsBefore)

function wantedAgain(order: Order) {
  // A restored order takes no pieces if its status is Cancelled, or if the order was refunded after its deletion.
  if (order.deleted && (order.status === 'Cancelled' || isRefundedSinceDeletion(order))) return []
  return reclaimable(order).map(({ line, quantity }) => ({ line, productId: productOf(order, line), quantity }))
}

/** Throws CONFLICT if the pieces are not reserved. */
export function heldAgain(order: Order, reserved: Reserved | undefined): readonly OrderEvent[] {
  const { reclaim, facts } = order
  if (wantedAgain(order).length === 0) return []
  if (!reclaim || reserved?.holdId !== reclaim.holdId)
    throw new ShopError('CONFLICT', 'The pieces of this order could not be taken from stock. Try again')
  const { holdId, pieces } = reclaim
  return [PiecesReclaimed({ orderId: facts.orderId, holdId, pieces: [...pieces], lines: [...reserved.lines] })]
}

/** Pieces that a refund writes off do not go back into stock. */
export function givenUp(order: Order, cause: 'cancelled' | 'deleted', restock = true): readonly OrderEvent[] {
  const pieces = order.lines.flatMap((books, line) => {
    const { held: quantity } = books
    const toStock = restock ? stockBound(books, quantity - writtenOffBy(order.refunds, line)) : 0
    return quantity > 0 ? [{ line, productId: productOf(order, line), quantity, toStock }] : []
  })
  return leaving(order, pieces, { cause })
}

const writtenOffBy = (refunds: readonly Refund[], line: number) =>
  refunds
    .filter(isOnItsWay)
    .flatMap(({ pieces }) => pieces)
    .reduce(
      (sum, { held = 0, restock = held, ...one }) => (one.line === line ? sum + Math.max(0, held - restock) : sum),
      0,
    )

export function refundedPieces(order: Order, { refundId, pieces }: Refund): readonly OrderEvent[] {
  const leave = pieces.flatMap(({ line, quantity: all, held = 0, restock = 0 }) => {
    const stays = Math.max(0, all - leftWith(refundId, order.moves, line))
    const { fromHeld, fromSent } = leavingWithRefund(order, line, Math.min(stays, Math.max(held, restock)))
    const quantity = fromHeld + fromSent
    const toStock = stockBound(order.lines[line], Math.min(restock, quantity))
    return quantity > 0 ? [{ line, productId: productOf(order, line), quantity, toStock }] : []
  })
  return leaving(order, leave, { cause: 'refunded', refundId })
}

type GivenUp = ReturnType<typeof PiecesGivenUp>['data']

function leaving({ facts, moves }: Order, pieces: GivenUp['pieces'], why: Pick<GivenUp, 'cause' | 'refundId'>) {
  const { orderId } = facts
  return pieces.length > 0 ? [PiecesGivenUp({ orderId, moveId: nextMoveId(orderId, moves), ...why, pieces })] : []
}

export function awaited(order: Order, at: string): readonly OrderEvent[] {
  const { orderId } = order.facts
  const pieces = order.lines
    .map(({ sent }, line) => ({ line, quantity: sent - awaitedOf(order, line) }))
    .filter(({ quantity }) => quantity > 0)
  const returnId = idFrom('awaited', orderId, String(order.returns.length))
  return pieces.length > 0 ? [ReturnAwaited({ orderId, returnId, pieces, at })] : []
}

/** `of the cancellation`: only the open returns that began with the cancellation. */
export const closedReturns = (order: Order, at: string, which: 'all' | 'of the cancellation'): readonly OrderEvent[] =>
  order.returns
    .filter(({ received, ofCancellation }) => !received && (which === 'all' || ofCancellation))
    .map(({ returnId }) => ReturnClosed({ orderId: order.facts.orderId, returnId, at }))

const productOf = ({ facts }: Order, line: number) => facts.items[line]?.productId ?? ''
