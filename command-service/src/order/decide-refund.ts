import { toDecimal } from '@shop/language/api/money'
import { ShopError } from '@shop/language/errors'
import { type OrderEvent, RefundCaseClosed, RefundCaseOpened } from '@shop/language/events/order-events'
import { type OrderPieces, OrderRefundRequested } from '@shop/language/events/order-refund-events'
import { centsOf, leftCents, refundablePieces } from '@shop/language/order-pieces'
import type { Order } from './order-state.ts'

export type RefundCommand =
  /**
   * Pieces, for what was paid for them, or an amount of at most what is left, or pieces for an amount; without either all that is left.
   * `refundId` is the shop's id, `at` is now.
   */
  | {
      type: 'RequestRefund'
      refundId: string
      reason: string
      at: string
      pieces?: readonly OrderPieces[] | undefined
      amountCents?: number | undefined
    }
  /** For a cancelled order whose pieces are back: an admin refunds it (decisions S5). */
  | { type: 'OpenRefundCase' }
  | { type: 'CloseRefundCase'; reason: string }

/** What is to go back of an order's money: together never more than was paid. */
export function decideRefund(command: RefundCommand, order: Order): readonly OrderEvent[] {
  const { facts, refunds, status } = order
  const { orderId, customerId, captureId } = facts
  switch (command.type) {
    case 'RequestRefund':
      if (refunds.some(({ refundId }) => refundId === command.refundId)) return []
      return [refundOf(order, command)]
    case 'OpenRefundCase':
      if (status !== 'Cancelled' || order.caseOpened) return []
      return [RefundCaseOpened({ orderId, captureId, amountCents: leftCents(order) })]
    case 'CloseRefundCase':
      if (status !== 'Cancelled' || !order.refundDue) throw new ShopError('CONFLICT', 'No refund is due for this order')
      return [RefundCaseClosed({ orderId, customerId, reason: command.reason })]
  }
}

type Wanted = Readonly<{
  refundId: string
  reason: string | null
  at: string
  pieces?: readonly OrderPieces[] | undefined
  amountCents?: number | undefined
  returnId?: string
}>

/** The event of a refund. Throws VALIDATION_FAILED for a line that is not there, CONFLICT for more than is left. */
export function refundOf(order: Order, { pieces, amountCents, ...wanted }: Wanted) {
  const { facts } = order
  const left = leftCents(order)
  if (left === 0) throw new ShopError('CONFLICT', 'Nothing is left to refund of this payment')
  const all = facts.items.map((_, line) => ({ line, quantity: refundablePieces(order, facts.items, line) }))
  const chosen = pieces ?? (amountCents === undefined ? all.filter(({ quantity }) => quantity > 0) : [])
  requirePieces(order, chosen, (line) => refundablePieces(order, facts.items, line), 'left to refund')
  const cents = amountCents ?? (pieces ? Math.min(centsOf(order, facts.items, pieces), left) : left)
  if (cents > left) throw new ShopError('CONFLICT', `Only $${toDecimal(left).toFixed(2)} is left to refund`)
  if (cents === 0) throw new ShopError('CONFLICT', 'Nothing was paid for these pieces')
  const { orderId, customerId, captureId } = facts
  return OrderRefundRequested({ orderId, customerId, captureId, ...wanted, amountCents: cents, pieces: [...chosen] })
}

/** Throws VALIDATION_FAILED for a line that the order does not have, CONFLICT for more pieces than there are. */
export function requirePieces(
  { facts }: Order,
  pieces: readonly OrderPieces[],
  mostOf: (line: number) => number,
  what: string,
) {
  for (const { line, quantity } of pieces) {
    const item = facts.items[line]
    if (!item) throw new ShopError('VALIDATION_FAILED', 'This order has no such line')
    const most = mostOf(line)
    if (quantity > most) throw new ShopError('CONFLICT', `${item.name}: ${most} ${most === 1 ? 'is' : 'are'} ${what}`)
  }
}
