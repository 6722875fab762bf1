import { checkoutOfHold, isReclaim } from '@shop/language/events/stock-events'
import type { Ask, ProcessManager } from '../process-manager.ts'

/**
 * The request that takes the pieces takes less time than this, and ends the reclaim itself. The delayed command is for a request that dies.
 */
const REQUEST_MS = 60_000

/**
 * Puts the pieces that an order gives up back into stock. Settles reclaims that a request left unfinished, and opens the case of a deleted
 * order (decisions S5, O1, O8: stock and refund of a cancelled or deleted order).
 */
export const returnStock: ProcessManager = {
  name: 'return-stock@1',
  on: {
    // Only an earlier version wrote `movesPieces: true`. There, the status change itself gave back all pieces.
    OrderStatusChanged: ({ data: { orderId, movesPieces } }) => (movesPieces ? [returnOf(orderId)] : []),
    PiecesGivenUp: ({ data: { orderId } }) => [returnOf(orderId)],
    OrderDeleted: ({ data: { orderId, dueCents } }) => (dueCents > 0 ? [deletionOf(orderId)] : []),
    OrderRestored: ({ data: { orderId, status } }) => [
      deletionOf(orderId),
      // An earlier version may have deleted the order without returning its stock.
      ...(status === 'Cancelled' ? [returnOf(orderId)] : []),
    ],
    ReclaimBegun: ({ data }) => [{ ...settled(data), delayMs: REQUEST_MS }],
    PiecesReclaimed: ({ data }) => [settled(data)],
    ReclaimEnded: ({ data }) => [settled(data)],
    // A delayed request may reserve stock for a hold that has already ended, and then die.
    StockReserved: ({ data: { checkoutId: holdId } }) =>
      isReclaim(holdId) ? [{ ...settled({ orderId: checkoutOfHold(holdId), holdId }), delayMs: REQUEST_MS }] : [],
  },
}

const returnOf = (orderId: string): Ask => ({ command: { type: 'ReturnStock', orderId } })
const deletionOf = (orderId: string): Ask => ({ command: { type: 'FollowDeletion', orderId } })
const settled = ({ orderId, holdId }: Readonly<{ orderId: string; holdId: string }>): Ask => ({
  command: { type: 'SettleReclaim', orderId, holdId },
})
