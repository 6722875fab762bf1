import type { Order } from '@shop/language/order/api'
import { valueOfPieces } from '@shop/language/order/pieces-value'
import { type ChosenPieces, linesOf } from '../../orders/chosen-pieces.ts'

/** Returns dollars. */
export function paidFor({ orderItems }: Order, chosen: ChosenPieces): number {
  const cents = linesOf(chosen).map(({ line, quantity }) => {
    const item = orderItems[line]
    return item ? valueOfPieces(item, quantity) : 0
  })
  return cents.reduce((sum, one) => sum + one, 0) / 100
}

export const allRefundable = ({ orderItems }: Order): ChosenPieces =>
  Object.fromEntries(orderItems.map(({ refundable }, line) => [line, refundable]))

/** A refund of all that is left includes all unsent pieces, because the shop sends nothing more. */
export const withUnsent = ({ orderItems }: Order, chosen: ChosenPieces): ChosenPieces =>
  Object.fromEntries(orderItems.map(({ toShip }, line) => [line, Math.max(chosen[line] ?? 0, toShip)]))

/** Limits each line to the pieces that can still be refunded. */
export const refundableOf = ({ orderItems }: Order, chosen: ChosenPieces): ChosenPieces =>
  Object.fromEntries(
    linesOf(chosen).map(({ line, quantity }) => [line, Math.min(quantity, orderItems[line]?.refundable ?? 0)]),
  )
