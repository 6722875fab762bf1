import { toDecimal } from '@shop/language/api/money'
import { ShopError } from '@shop/language/errors'
import {
  type OrderEvent,
  type OrderPieces,
  OrderRefunded,
  OrderRefundRefused,
  OrderRefundRequested,
  RefundCaseClosed,
  RefundCaseOpened,
  RefundNoted,
} from '@shop/language/events/order-events'
import { refundedCents } from '@shop/language/order-books'
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
  | { type: 'NoteRefunded'; refundId: string; providerRefundId: string }
  | { type: 'NoteRefundRefused'; refundId: string; code: string }
  /** The provider tells of a refund; `refundId` is the shop's, if the shop has asked for it. */
  | {
      type: 'NoteProviderRefund'
      providerRefundId: string
      refundId?: string | undefined
      captureId: string
      amountCents: number
      currency: string
      at: string
    }
  /** For a cancelled order whose pieces are back: an admin refunds it (decisions S5). */
  | { type: 'OpenRefundCase' }
  | { type: 'CloseRefundCase'; reason: string }

/** Why a refund that was requested is not noted as made: the provider's own word of it came first, and is in the books. */
export const NOTED = 'NOTED'

/** What becomes of an order's money. No refunds together are more than was paid, and each is made once. */
export function decideRefund(command: RefundCommand, order: Order): readonly OrderEvent[] {
  const { facts, refunds, status, deleted } = order
  const { orderId, customerId, captureId, placedAt } = facts
  const takenFrom = { placedAt, status, deleted }
  const unmade = (id: string | undefined) =>
    refunds.find((one) => one.refundId === id && one.state !== 'made' && one.code !== NOTED)
  switch (command.type) {
    case 'RequestRefund':
      if (refunds.some(({ refundId }) => refundId === command.refundId)) return []
      return [refundOf(order, command)]
    case 'NoteRefunded': {
      const { refundId, providerRefundId } = command
      // Also of one that was refused: of two who ask at once, one may be refused and the other not.
      const amountCents = unmade(refundId)?.amountCents
      if (amountCents === undefined) return []
      if (isNoted(order, providerRefundId)) return [OrderRefundRefused({ orderId, refundId, amountCents, code: NOTED })]
      requireWithin(order, amountCents)
      return [OrderRefunded({ orderId, refundId, providerRefundId, amountCents, ...takenFrom })]
    }
    case 'NoteRefundRefused': {
      const { refundId, code } = command
      const wanted = unmade(refundId)
      if (wanted?.state !== 'requested') return []
      return [OrderRefundRefused({ orderId, refundId, amountCents: wanted.amountCents, code })]
    }
    case 'NoteProviderRefund': {
      const { providerRefundId, refundId, amountCents, at } = command
      if (isNoted(order, providerRefundId)) return []
      requireOfPayment(order, command)
      const own = unmade(refundId)
      if (own) return decideRefund({ type: 'NoteRefunded', refundId: own.refundId, providerRefundId }, order)
      // It may be this one, which is about to be noted with its id.
      if (refunds.some((one) => one.state === 'requested' && one.amountCents === amountCents))
        throw new ShopError('CONFLICT', 'A refund of this amount is on its way')
      requireWithin(order, amountCents)
      return [RefundNoted({ orderId, providerRefundId, amountCents, at, ...takenFrom })]
    }
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

/** What is told of another payment, or not in US dollars, is not in these books. */
function requireOfPayment(
  { facts }: Order,
  { captureId, currency, amountCents }: Readonly<{ captureId: string; currency: string; amountCents: number }>,
) {
  if (captureId !== facts.captureId || currency !== 'USD' || amountCents === 0)
    throw new ShopError('CONFLICT', 'This is no refund of the payment of this order')
}

/** No provider gives back more than it took; if one says so, it is not booked. */
function requireWithin(order: Order, amountCents: number) {
  if (refundedCents(order) + amountCents > order.totalCents)
    throw new ShopError('CONFLICT', 'More would be refunded than was paid')
}

const isNoted = ({ refunds }: Order, providerRefundId: string) =>
  refunds.some((refund) => refund.providerRefundId === providerRefundId)
