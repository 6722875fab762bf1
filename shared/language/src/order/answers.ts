import * as z from 'zod'
import { OrderItem, purchase } from '../checkout/answers.ts'
import { SellerProtection } from '../checkout/seller-protection.ts'
import { errorCodes } from '../errors.ts'
import { DELIVERY_DAYS, MAX_TEXT } from '../limits.ts'
import { count, dollars, id, listOf, moment, word } from '../values/answer-values.ts'
import { ChosenReason } from './chosen-reason.ts'
import { OrderStatus } from './status.ts'

export const OrderedItem = OrderItem.extend({
  paid: dollars.describe('What was paid for all pieces of the line'),
  refundable: count,
  returnable: count,
  toShip: count.describe('Pieces that are still to be sent; refunded pieces do not count'),
  shipped: count.describe('Pieces that were sent and have not come back'),
  awaited: count.describe('Shipped pieces that are awaited as a return'),
})

const pieces = listOf(z.object({ line: count, quantity: count }))
const chosenReason = ChosenReason.exactOptional().describe(
  'The reason, chosen from a list; absent if no reason was chosen',
)
const reason = z.string().max(MAX_TEXT.reason).exactOptional()

export const Refund = z.object({
  _id: id,
  amount: dollars,
  state: z
    .enum(['requested', 'pending', 'made', 'refused'])
    .describe(
      '`pending`: the provider accepted the refund; `refused`: it failed, and its amount can be refunded again',
    ),
  at: moment,
  lines: listOf(
    z.object({
      line: count,
      quantity: count,
      restock: z
        .boolean()
        .exactOptional()
        .describe('For admins only: whether any of these pieces go back into stock; absent in old refunds'),
    }),
  ),
  chosenReason,
  reason: reason.describe('For admins only: the reason in words'),
  code: z
    .string()
    .exactOptional()
    .describe("For admins only: the payment provider's code that says why the refund is not done"),
})

export const Return = z.object({
  _id: id,
  askedAt: moment,
  lines: pieces,
  chosenReason,
  reason,
  receivedAt: moment.exactOptional(),
  received: listOf(z.object({ line: count, quantity: count, restocked: count })).exactOptional(),
  ofCancellation: z
    .literal(true)
    .exactOptional()
    .describe('The shop opened this return: the order was cancelled after shipping, and its pieces are awaited'),
  closed: z
    .literal(true)
    .exactOptional()
    .describe(
      'The shop closed this return and expects no pieces. Either the order was cancelled before any piece counted as sent, or the return began with a cancellation that was undone',
    ),
})

export const Order = z.object({
  ...purchase,
  version: count
    .exactOptional()
    .describe('The version in the `ETag`, for `If-Match`; absent while the payment is pending'),
  checkoutItems: listOf(OrderedItem),
  orderItems: listOf(OrderedItem),
  estimatedDelivery: moment.describe(`The date of the order plus ${DELIVERY_DAYS} days`),
  user: z
    .object({ _id: id.exactOptional(), name: z.string(), email: z.string().exactOptional() })
    .exactOptional()
    .describe('For admins only; an erased customer has only the name `N/A`'),
  isPaid: z.boolean(),
  paidAt: moment.exactOptional(),
  shippedAt: moment
    .exactOptional()
    .describe('When the order was shipped; absent if it was not shipped or the time is unknown'),
  isDelivered: z.boolean(),
  deliveredAt: moment
    .exactOptional()
    .describe('When the order was delivered; absent if it was not delivered or the time is unknown'),
  cancelledAt: moment
    .exactOptional()
    .describe('When the order was cancelled; absent if it is not cancelled or the time is unknown'),
  cancelReason: chosenReason.describe(
    'Why the order was cancelled; absent if it is not cancelled or no reason was chosen',
  ),
  status: OrderStatus,
  trackingNumber: word.exactOptional(),
  refundedTotal: dollars.describe('The refunded amount'),
  refundState: z.enum(['none', 'partial', 'full']).describe('How much of the payment was refunded'),
  refundPending: dollars.describe(
    'The amount of refunds that are on their way; it is in neither `refundedTotal` nor `refundable`',
  ),
  leftToShip: count.describe('Pieces of all lines that are still to be sent'),
  refunds: listOf(Refund),
  returns: listOf(Return),
  returnUntil: moment.describe('The last moment for requesting a return'),
  refundable: dollars.exactOptional().describe('For admins only: the amount that can still be refunded'),
  incompleteAddress: z
    .boolean()
    .exactOptional()
    .describe('For admins only: whether the address lacks a field that a parcel needs'),
  sellerProtection: SellerProtection.exactOptional().describe(
    'For admins only: whether the payment provider protects the seller in a dispute, or why not; absent if unknown',
  ),
  pendingReason: z
    .string()
    .exactOptional()
    .describe("For admins only: the payment provider's code that says why the payment is pending"),
  refundDue: z.boolean().exactOptional().describe('For admins only: whether a refund is due'),
  lacking: count
    .exactOptional()
    .describe(
      'For admins only: pieces that belong to the order but were not taken from stock, because the order was deleted and restored during a refund that failed later. Set the status to Processing to take them from stock; the answer is 409 `OUT_OF_STOCK` if there are too few. Absent if no piece is lacking',
    ),
  statusLocked: z
    .string()
    .exactOptional()
    .describe('For admins only: why the order must stay cancelled, and what to do instead; otherwise absent'),
})

/** Answer of POST /api/admin/orders/{id}/refunds. */
export const RefundedOrder = Order.extend({ refund: Refund })
/** Answer of POST /api/orders/{id}/returns. */
export const ReturnedOrder = Order.extend({ return: Return })

/** The outcome for one order of POST /api/admin/orders/bulk. */
export const OrderChanged = z.object({
  _id: id,
  outcome: z
    .enum(['changed', 'skipped', 'refused'])
    .describe('`skipped`: nothing of the order is left to ship, so it is not marked as shipped'),
  code: z.enum(errorCodes).exactOptional().describe('Why the change was refused'),
  message: z.string().exactOptional().describe('Why the order was skipped or refused, for the admin'),
  order: Order.exactOptional().describe(
    'The current order. After a refusal, present only if the change named an old version',
  ),
})

/** One entry for each order, in the same sequence as in the request. */
export const OrdersChanged = z.object({ orders: listOf(OrderChanged) })

export const OrderDeleted = z.object({
  message: z.string(),
  _id: id,
  version: count.describe('The version after the deletion, for `If-Match` of the restore call'),
  refundDue: dollars.describe('The amount due to the customer; above 0 it opens a case under "Needs attention"'),
  restocked: count.describe('The number of pieces that go back into stock'),
})

export const OrderNeighbours = z.object({
  previous: id
    .exactOptional()
    .describe('The order before this order in the requested list; absent if this order is the first'),
  next: id
    .exactOptional()
    .describe('The order after this order in the requested list; absent if this order is the last'),
})

export const OrderCount = z.object({ orders: count.describe('The number of orders that are not deleted') })

const facts = z.record(z.string(), z.unknown()).readonly()

/** An entry of GET /api/admin/orders/{id}/history, newest last. */
export const HistoryEntry = z.object({
  at: moment,
  what: z.string(),
  who: z.object({ id: id.exactOptional(), role: z.string(), name: z.string().exactOptional() }),
  before: facts.describe(
    'The facts of the order and its checkout that the event changed, as they were before the event',
  ),
  after: facts,
  eventId: z.string(),
  stream: z.string(),
  version: count,
})
