import { invalidField, ShopError } from '@shop/language/errors'
import type { ChosenReason } from '@shop/language/order/chosen-reason'
import { type OrderEvent, RefundCaseClosed, RefundCaseOpened } from '@shop/language/order/events'
import { freePieces } from '@shop/language/order/lines'
import { centsOf, leftCents, refundablePieces } from '@shop/language/order/pieces'
import { type OrderPieces, OrderRefundRequested, type RefundedPieces } from '@shop/language/order/refund-events'
import { toDecimal } from '@shop/language/values/money'
import type { Order } from './order-state.ts'
import { leftWith } from './stock-moves.ts'

/** If `restock` is undefined, only unsent pieces go back into stock. */
export type ChosenPieces = OrderPieces & Readonly<{ restock?: boolean | undefined }>

export type RefundCommand =
  /**
   * Refunds `amountCents`. If `amountCents` is absent, refunds the price that was paid for `pieces`. Without both, refunds all that is
   * left. `again` repeats a failed refund, even if the order was deleted meanwhile.
   */
  | {
      type: 'RequestRefund'
      refundId: string
      chosenReason?: ChosenReason | undefined
      reason?: string | undefined
      at: string
      pieces?: readonly ChosenPieces[] | undefined
      amountCents?: number | undefined
      returnId?: string
      again?: true
    }
  /** For an order that an earlier version of the shop cancelled (decisions S5: refund case). */
  | { type: 'OpenRefundCase' }
  | { type: 'CloseRefundCase'; reason: string }

export function decideRefund(command: RefundCommand, order: Order): readonly OrderEvent[] {
  const { facts, refunds, status } = order
  const { orderId, customerId, captureId } = facts
  switch (command.type) {
    case 'RequestRefund': {
      const { type: _, again: _again, reason = null, ...wanted } = command
      return refunds.some(({ refundId }) => refundId === wanted.refundId)
        ? []
        : [refundOf(order, { ...wanted, reason })]
    }
    case 'OpenRefundCase':
      if (status !== 'Cancelled' || !order.caseOwed) return []
      return [RefundCaseOpened({ orderId, captureId, amountCents: leftCents(order) })]
    case 'CloseRefundCase':
      if (status !== 'Cancelled' || !order.refundDue) throw new ShopError('CONFLICT', 'No refund is due for this order')
      return [RefundCaseClosed({ orderId, customerId, reason: command.reason })]
  }
}

type Wanted = Readonly<{
  refundId: string
  chosenReason?: ChosenReason | null | undefined
  reason: string | null
  at: string
  pieces?: readonly ChosenPieces[] | undefined
  amountCents?: number | undefined
  returnId?: string
}>

/** Throws VALIDATION_FAILED for an unknown line, and CONFLICT if the refund is more than what is left. */
export function refundOf(order: Order, { pieces, amountCents, chosenReason = null, ...wanted }: Wanted) {
  const { facts } = order
  const left = leftCents(order)
  if (left === 0) throw new ShopError('CONFLICT', 'There is nothing left to refund of this payment')
  const chosen = pieces ?? (amountCents === undefined ? allPieces(order) : [])
  requirePieces(order, chosen, (line) => refundablePieces(order, facts.items, line), 'left to refund')
  const cents = amountCents ?? (pieces ? centsOf(order, facts.items, pieces) : left)
  if (cents > left) throw new ShopError('CONFLICT', `Only $${toDecimal(left).toFixed(2)} is left to refund`)
  if (cents === 0) throw new ShopError('CONFLICT', 'Nothing was paid for these pieces')
  const { orderId, customerId, captureId } = facts
  const goneOf = (line: number) => leftWith(wanted.refundId, order.moves, line)
  const refunded = wanted.returnId
    ? chosen.map(notAside)
    : (cents === left ? withUnsent(order, chosen, goneOf) : chosen).map((one) =>
        splitPieces(order, one, goneOf(one.line)),
      )
  return OrderRefundRequested({
    orderId,
    customerId,
    captureId,
    ...wanted,
    chosenReason,
    amountCents: cents,
    pieces: refunded,
  })
}

/** The pieces of a return have left the order. */
export const notAside = ({ line, quantity }: OrderPieces): RefundedPieces => ({ line, quantity, held: 0, restock: 0 })

const allPieces = (order: Order): readonly ChosenPieces[] =>
  order.facts.items
    .map((_, line) => ({ line, quantity: refundablePieces(order, order.facts.items, line) }))
    .filter(({ quantity }) => quantity > 0)

/** A full refund includes all unsent pieces, because the shop sends nothing more. */
function withUnsent(
  order: Order,
  chosen: readonly ChosenPieces[],
  goneOf: (line: number) => number,
): readonly ChosenPieces[] {
  return order.facts.items.flatMap((_, line) => {
    const known = chosen.find((one) => one.line === line)
    const quantity = Math.max(known?.quantity ?? 0, goneOf(line) + freePieces(order, line))
    return quantity > 0 ? [{ ...known, line, quantity }] : []
  })
}

/** `gone`: pieces that have left the order with earlier tries of the refund. */
function splitPieces(order: Order, { line, quantity, restock }: ChosenPieces, gone: number): RefundedPieces {
  const stays = Math.max(0, quantity - gone)
  const held = Math.min(stays, freePieces(order, line))
  const sent = Math.min(stays - held, order.lines[line]?.sent ?? 0)
  return { line, quantity, held, restock: restock === undefined ? held : restock ? held + sent : 0 }
}

/** Throws VALIDATION_FAILED for an unknown line, and CONFLICT for more pieces than `mostOf` allows. */
export function requirePieces(
  { facts }: Order,
  pieces: readonly OrderPieces[],
  mostOf: (line: number) => number,
  what: string,
) {
  for (const [index, { line, quantity }] of pieces.entries()) {
    const item = facts.items[line]
    if (!item) throw invalidField(`lines.${index}.line`, 'This order has no such line')
    const most = mostOf(line)
    if (quantity > most) throw new ShopError('CONFLICT', `${item.name}: ${most} ${most === 1 ? 'is' : 'are'} ${what}`)
  }
}
