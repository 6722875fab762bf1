import { isSameRefund, type OrderBooks } from '@shop/language/order/books'
import type { OrderEvent } from '@shop/language/order/events'
import { piecesAfter, stockBound } from '@shop/language/order/lines'
import { piecesIn } from '@shop/language/order/pieces'
import type { OrderPieces } from '@shop/language/order/refund-events'
import type { ProductPieces } from '@shop/language/stock/events'

/** A move of an order's pieces: back into stock, or out of stock again. */
export type StockMove = Readonly<
  | {
      /** Under this id, the pieces go back only once. If an earlier version of the shop cancelled the order, this is the order's id. */
      moveId: string
      pieces: readonly OrderPieces[]
      isDone: boolean
      ofReturn: boolean
      /** The refund that the pieces left with, and all its pieces, even those that do not go back into stock. */
      refunded?: Readonly<{ refundId: string; pieces: readonly OrderPieces[] }>
    }
  | { holdId: string; lines: readonly ProductPieces[] }
>
export type MoveBack = Extract<StockMove, { moveId: string }>

export const isBack = (move: StockMove): move is MoveBack => 'moveId' in move

export const nextMoveId = (orderId: string, moves: readonly StockMove[]) =>
  `${orderId}~back${moves.filter(isBack).length + 1}`

/** How many pieces of a line have left the order with any try of a refund. */
export const leftWith = (refundId: string, moves: readonly StockMove[], line: number) =>
  piecesIn(
    moves.flatMap((move) =>
      isBack(move) && move.refunded && isSameRefund(move.refunded.refundId, refundId) ? move.refunded : [],
    ),
    line,
  )

type Moved = OrderBooks & Readonly<{ facts: Readonly<{ orderId: string }>; moves: readonly StockMove[] }>

export function movesAfter(order: Moved, event: OrderEvent): readonly StockMove[] {
  const { moves } = order
  const { type, data } = event
  switch (type) {
    case 'OrderStatusChanged':
      return data.movesPieces ? [...moves, ...earlierMove(order, event)] : moves
    case 'PiecesGivenUp': {
      const pieces = data.pieces.flatMap(({ line, toStock }) => (toStock > 0 ? [{ line, quantity: toStock }] : []))
      const refunded = data.refundId && { refunded: { refundId: data.refundId, pieces: data.pieces } }
      return [...moves, { moveId: data.moveId, pieces, isDone: pieces.length === 0, ofReturn: false, ...refunded }]
    }
    case 'ReturnReceived': {
      const pieces = data.pieces
        .map(({ line, restocked }) => ({ line, quantity: stockBound(order.lines[line], restocked) }))
        .filter(({ quantity }) => quantity > 0)
      return [...moves, { moveId: data.returnId, pieces, isDone: false, ofReturn: true }]
    }
    case 'PiecesReclaimed':
      return [...moves, { holdId: data.holdId, lines: data.lines }]
    case 'PiecesBackInStock':
      return done(moves, data.moveId)
    case 'ReturnRestocked':
      return done(moves, data.returnId)
    // An earlier version of the shop opened this case only after the cancelled order's pieces were back in stock.
    case 'RefundCaseOpened':
      return done(moves, data.orderId)
    default:
      return moves
  }
}

/** The move back into stock after the order's first cancellation by an earlier version of the shop. */
function earlierMove(order: Moved, event: OrderEvent): readonly MoveBack[] {
  const { orderId } = order.facts
  const after = piecesAfter(order, event).lines
  const pieces = after
    .map(({ givenUp }, line) => ({ line, quantity: stockBound(order.lines[line], givenUp) }))
    .filter(({ quantity }) => quantity > 0)
  if (pieces.length === 0 || order.moves.some((move) => isBack(move) && move.moveId === orderId)) return []
  return [{ moveId: orderId, pieces, isDone: false, ofReturn: false }]
}

const done = (moves: readonly StockMove[], id: string) =>
  moves.map((move) => (isBack(move) && move.moveId === id ? { ...move, isDone: true } : move))
