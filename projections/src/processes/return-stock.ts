import { checkoutOfHold, isReclaim } from '@shop/language/stock/events'
import type { FollowUp, ProcessManager } from '../process-manager.ts'

/** `SettleReclaim` waits this long, because the request that began a reclaim normally finishes it. */
const REQUEST_MS = 60_000

/**
 * Returns given-up pieces of orders to stock. Settles unfinished reclaims, in which an order takes back pieces that it gave up. Opens the
 * case for a deleted order whose payment was not refunded (decisions S5, O1, O8: stock and refund of a cancelled or deleted order).
 */
export const returnStock: ProcessManager = {
  name: 'return-stock@1',
  on: {
    // Only earlier versions of the shop wrote `movesPieces: true`. In these versions, this event gave up the order's pieces.
    OrderStatusChanged: ({ data: { orderId, movesPieces } }) => (movesPieces ? [returnOf(orderId)] : []),
    PiecesGivenUp: ({ data: { orderId } }) => [returnOf(orderId)],
    OrderDeleted: ({ data: { orderId, dueCents } }) => (dueCents > 0 ? [deletionOf(orderId)] : []),
    OrderRestored: ({ data: { orderId, status } }) => [
      deletionOf(orderId),
      // If an earlier version of the shop deleted the order, the order's pieces may not be back in stock yet.
      ...(status === 'Cancelled' ? [returnOf(orderId)] : []),
    ],
    OrderRefunded: ofDeleted,
    OrderRefundFailed: ofDeleted,
    RefundNoted: ofDeleted,
    ReclaimBegun: ({ data }) => [{ ...settled(data), delayMs: REQUEST_MS }],
    PiecesReclaimed: ({ data }) => [settled(data)],
    ReclaimEnded: ({ data }) => [settled(data)],
    // A slow request can reserve stock for a reclaim that has already ended, and then die.
    StockReserved: ({ data: { checkoutId: holdId } }) =>
      isReclaim(holdId) ? [{ ...settled({ orderId: checkoutOfHold(holdId), holdId }), delayMs: REQUEST_MS }] : [],
  },
}

const returnOf = (orderId: string): FollowUp => ({ command: { type: 'ReturnStock', orderId } })
const deletionOf = (orderId: string): FollowUp => ({ command: { type: 'FollowDeletion', orderId } })
function ofDeleted({ data: { orderId, deleted } }: { data: { orderId: string; deleted: boolean } }) {
  return deleted ? [deletionOf(orderId)] : []
}
const settled = ({ orderId, holdId }: Readonly<{ orderId: string; holdId: string }>): FollowUp => ({
  command: { type: 'SettleReclaim', orderId, holdId },
})
