import { NOTED, type OrderBooks } from './books.ts'
import { isNotRefused, leftCents } from './pieces.ts'

type Books = Pick<OrderBooks, 'status' | 'refunds' | 'refundsBefore' | 'totalCents' | 'returns'>

/**
 * Why an order cannot leave Cancelled (decisions O1: leaving Cancelled). Undefined if the order can leave Cancelled, or has another status.
 */
export function whyStaysCancelled(order: Books): string | undefined {
  if (order.status !== 'Cancelled') return undefined
  if (leftCents(order) === 0 || isRequestedSince(order, order.refundsBefore)) return REFUNDED
  return order.returns.some(({ ofCancellation, received = [] }) => ofCancellation && received.length > 0)
    ? CAME_BACK
    : undefined
}

/** Whether a refund was made or is on its way. The order's first `refundsBefore` refunds do not count. */
export const isRequestedSince = ({ refunds }: Pick<Books, 'refunds'>, refundsBefore: number) =>
  refunds.slice(refundsBefore).some((refund) => isNotRefused(refund) || (refund.code === NOTED && !refund.isReversal))

const REFUNDED =
  'The payment of this order was refunded or is being refunded, so the order stays cancelled. Place a new order instead'
const CAME_BACK =
  'Pieces of this order came back after its cancellation, so the order stays cancelled. Refund it, and place a new order instead'
