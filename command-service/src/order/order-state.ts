import { protectionElsewhere, type SellerProtection } from '@shop/language/checkout/seller-protection'
import type { Address, PricedItem } from '@shop/language/events/bought'
import { NOTED, newBooks, type OrderBooks, PAYMENT_REVERSED, REVERSAL_CANCELLED } from '@shop/language/order/books'
import { booksAfter } from '@shop/language/order/books-after'
import type { OrderEvent } from '@shop/language/order/events'
import { newLines } from '@shop/language/order/lines'
import { leftCents } from '@shop/language/order/pieces'
import { versionAfter } from '@shop/language/order/version'
import { sumOf } from '@shop/language/values/sum-of'
import { movesAfter, type StockMove } from './stock-moves.ts'

export type OrderFacts = Readonly<{
  orderId: string
  customerId: string
  items: PricedItem[]
  totalCents: number
  shippingAddress: Address | null
  country: string
  paymentMethod: string
  captureId: string
  paidAt: string
  placedAt: string
  sellerProtection?: SellerProtection
}>

export type Reclaim = Readonly<{ holdId: string; pieces: readonly ReclaimedPieces[] }>
type ReclaimedPieces = Readonly<{ line: number; productId: string; quantity: number }>

/** `number` counts the order's deletions, from 1. `restocked` is the number of pieces that go back into stock. */
type Deletion = Readonly<{ number: number; dueCents: number; refundsBefore: number; restocked: number }>

export type Order = OrderBooks &
  Readonly<{
    facts: OrderFacts
    /** The reason that an admin or the customer gave for the current status. */
    reason: string | null
    message: string | null
    /** True if an earlier version of the shop cancelled the order, and its process died before the refund case was open. */
    caseOwed: boolean
    caseOpened: boolean
    /** The tries that the provider had accepted or reported as made, and that failed. One refund can have several. */
    failed: readonly Readonly<{ refundId: string; providerRefundId: string }>[]
    /** The ids of reversals of money that the shop had decided not to refund. */
    keptReversals: readonly string[]
    /** The moves of pieces between the order and stock, oldest first. */
    moves: readonly StockMove[]
    reclaim: Reclaim | undefined
    reclaims: number
    deleted: boolean
    /** The version that `If-Match` must name. */
    version: number
    deletion: Deletion | undefined
  }>

const atFirst = {
  reason: null,
  message: null,
  caseOwed: false,
  caseOpened: false,
  failed: [],
  keptReversals: [],
  moves: [],
  reclaim: undefined,
  reclaims: 0,
  deleted: false,
  deletion: undefined,
  version: 0,
}

export function evolveOrder(order: Order | undefined, event: OrderEvent, number = 0): Order | undefined {
  const evolved = evolvedFacts(order, event)
  return evolved && { ...evolved, version: versionAfter(evolved.version, event, number) }
}

function evolvedFacts(before: Order | undefined, event: OrderEvent): Order | undefined {
  const { type, data } = event
  if (type === 'OrderPlaced')
    return { ...newBooks, totalCents: data.totalCents, lines: newLines(data.items), facts: data, ...atFirst }
  if (!before) return before
  const order = { ...booksAfter(before, event), moves: movesAfter(before, event) }
  switch (type) {
    case 'OrderDeleted': {
      const deletion = {
        number: (order.deletion?.number ?? 0) + 1,
        dueCents: data.dueCents,
        refundsBefore: order.refunds.length,
        restocked: 0,
      }
      return { ...order, deleted: true, deletion }
    }
    case 'PiecesGivenUp': {
      const { cause, pieces } = data
      if (cause !== 'deleted' || !order.deletion) return order
      const restocked = sumOf(pieces.map(({ toStock }) => toStock))
      return { ...order, deletion: { ...order.deletion, restocked } }
    }
    case 'OrderRestored': {
      const { status, refundsBefore } = data
      return { ...order, deleted: false, status, refundsBefore, refundDue: data.refundDue }
    }
    case 'OrderAddressChanged': {
      const { shippingAddress, country } = data
      const { facts } = order
      return { ...order, facts: { ...facts, shippingAddress, country, ...protectionElsewhere(facts) } }
    }
    case 'OrderStatusChanged': {
      const { reason, message, keptReversals } =
        data.from === data.to ? order : { reason: null, message: null, keptReversals: [] }
      return {
        ...order,
        reason: data.reason ?? reason,
        message: data.message ?? message,
        keptReversals,
        caseOwed: data.movesPieces ? !order.caseOpened : order.caseOwed,
      }
    }
    case 'RefundCaseOpened':
      return { ...order, caseOwed: false, caseOpened: true }
    case 'RefundCaseClosed':
      return { ...order, keptReversals: order.refunds.filter((one) => one.isReversal).map(({ refundId }) => refundId) }
    case 'RefundNoted': {
      const isKept = data.isReversal && before.status === 'Cancelled' && !before.refundDue && leftCents(before) > 0
      return isKept ? { ...order, keptReversals: [...order.keptReversals, data.providerRefundId] } : order
    }
    case 'OrderRefundRefused':
      return withoutKept(order, data.code)
    case 'OrderRefundFailed':
      return withoutKept({ ...order, failed: [...order.failed, data] }, data.code)
    case 'ReclaimBegun':
      return { ...order, reclaim: { holdId: data.holdId, pieces: data.pieces }, reclaims: order.reclaims + 1 }
    case 'PiecesReclaimed':
    case 'ReclaimEnded':
      return { ...order, reclaim: undefined }
    default:
      return order
  }
}

/** The shop had not decided to keep the money of a refund that was tried and not made. */
const withoutKept = (order: Order, code: string): Order =>
  [NOTED, REVERSAL_CANCELLED, PAYMENT_REVERSED].includes(code) ? order : { ...order, keptReversals: [] }
