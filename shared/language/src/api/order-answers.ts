import * as z from 'zod'
import { errorCodes } from '../errors.ts'
import { count, dollars, id, listOf, moment, word } from './answer-values.ts'
import { OrderItem, purchase } from './checkout-answers.ts'
import { ChosenReason } from './chosen-reason.ts'
import { MAX_TEXT } from './limits.ts'
import { OrderStatus } from './order-status.ts'
import { SellerProtection } from './seller-protection.ts'

/** A line of an order, with its refundable and returnable pieces, and the places of its pieces. */
export const OrderedItem = OrderItem.extend({
  paid: dollars.describe('What was paid for all its pieces'),
  refundable: count,
  returnable: count,
  toShip: count.describe('Pieces that are still to be sent: not those that a refund is for'),
  shipped: count.describe('Pieces that have left the house and are not back'),
  awaited: count.describe('Of those, pieces that are awaited as a return'),
})

const pieces = listOf(z.object({ line: count, quantity: count }))
const chosenReason = ChosenReason.exactOptional().describe('Why, chosen from a list; absent if no reason was chosen')
const reason = z.string().max(MAX_TEXT.reason).exactOptional()

/** A refund of an order. */
export const Refund = z.object({
  _id: id,
  amount: dollars,
  state: z
    .enum(['requested', 'pending', 'made', 'refused'])
    .describe(
      'Requested; accepted by the payment provider and not completed; done; or refused by it, or failed there: then its amount can be refunded again',
    ),
  at: moment,
  lines: listOf(
    z.object({
      line: count,
      quantity: count,
      restock: z
        .boolean()
        .exactOptional()
        .describe('For admins only: some of the pieces go back into stock with it; absent in old refunds'),
    }),
  ),
  chosenReason,
  reason: reason.describe('For admins only: why, in words'),
  code: z.string().exactOptional().describe("For admins only: the payment provider's reason why it is not done"),
})

/** A return of some pieces of an order. */
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
    .describe('Nobody asked for it: the order was cancelled after it was shipped, and its pieces are awaited'),
  closed: z
    .literal(true)
    .exactOptional()
    .describe('Closed without its pieces: the order was cancelled before it was shipped, or is no longer cancelled'),
})

export const Order = z.object({
  ...purchase,
  version: count
    .exactOptional()
    .describe('That of its ETag, which `If-Match` names; absent while the payment is pending'),
  checkoutItems: listOf(OrderedItem),
  orderItems: listOf(OrderedItem),
  estimatedDelivery: moment.describe('Order date plus ten days'),
  user: z
    .object({ _id: id.exactOptional(), name: z.string(), email: z.string().exactOptional() })
    .exactOptional()
    .describe('For admins only; an erased customer has only the name `N/A`'),
  isPaid: z.boolean(),
  paidAt: moment.exactOptional(),
  shippedAt: moment.exactOptional().describe('When it was shipped; absent before, and where it is not known'),
  isDelivered: z.boolean(),
  deliveredAt: moment.exactOptional().describe('When it was delivered; absent before, and where it is not known'),
  cancelledAt: moment.exactOptional().describe('When it was cancelled; absent where it is not, or not known'),
  cancelReason: chosenReason.describe('Why it was cancelled; absent if it is not, or if no reason was chosen'),
  status: OrderStatus,
  trackingNumber: word.exactOptional(),
  refundedTotal: dollars.describe('What went back of the payment'),
  refundState: z.enum(['none', 'partial', 'full']).describe('How much of the payment went back'),
  refundPending: dollars.describe('What is on its way back: neither refunded nor left to refund'),
  leftToShip: count.describe('Pieces of all lines that are still to be sent'),
  refunds: listOf(Refund),
  returns: listOf(Return),
  returnUntil: moment.describe('The last moment for asking for a return'),
  refundable: dollars.exactOptional().describe('For admins only: what can still be refunded'),
  incompleteAddress: z
    .boolean()
    .exactOptional()
    .describe('For admins only: the address lacks a field that a parcel needs'),
  sellerProtection: SellerProtection.exactOptional().describe(
    'For admins only: whether the payment provider protects the seller against a dispute about this order, or why not; absent where it is not known',
  ),
  pendingReason: z
    .string()
    .exactOptional()
    .describe("For admins only: why the payment is pending, in the payment provider's word"),
  refundDue: z.boolean().exactOptional().describe('For admins only: a refund is due'),
  lacking: count
    .exactOptional()
    .describe(
      'For admins only: pieces that the order owes and does not hold, since it was deleted and restored while they were refunded, and the refund has failed. Setting it to Processing takes them from stock, 409 `OUT_OF_STOCK` if they are sold; absent if there are none',
    ),
  statusLocked: z
    .string()
    .exactOptional()
    .describe('For admins only: why the order cannot leave Cancelled, and what can be done instead; absent if it can'),
})

/** Answer of POST /api/admin/orders/{id}/refunds: the order, and the refund. */
export const RefundedOrder = Order.extend({ refund: Refund })
/** Answer of POST /api/orders/{id}/returns: the order, and the return. */
export const ReturnedOrder = Order.extend({ return: Return })

/** The outcome for one order of POST /api/admin/orders/bulk. */
export const OrderChanged = z.object({
  _id: id,
  outcome: z
    .enum(['changed', 'skipped', 'refused'])
    .describe('Skipped: it has nothing left to ship, and is not marked as shipped'),
  code: z.enum(errorCodes).exactOptional().describe('Why it is refused'),
  message: z.string().exactOptional().describe('Why it is skipped or refused, for the admin'),
  order: Order.exactOptional().describe('As it is now; absent where it is refused for another reason than its version'),
})

/** Answer of POST /api/admin/orders/bulk: one entry per order, in the order of the request. */
export const OrdersChanged = z.object({ orders: listOf(OrderChanged) })

/** Answer of DELETE /api/admin/orders/{id}. */
export const OrderDeleted = z.object({
  message: z.string(),
  _id: id,
  version: count.describe('Of the deletion: what `If-Match` of its undoing names'),
  refundDue: dollars.describe('What is due to the customer: a case under "Needs attention"; 0 for none'),
  restocked: count.describe('Pieces that go back into stock'),
})

/** Answer of GET /api/admin/orders/{id}/neighbours. */
export const OrderNeighbours = z.object({
  previous: id.exactOptional().describe('The order before this one in the list asked for; absent at its beginning'),
  next: id.exactOptional().describe('The order after it; absent at its end'),
})

/** Answer of GET /api/admin/orders/count. */
export const OrderCount = z.object({ orders: count.describe('All that are not deleted') })

const facts = z.record(z.string(), z.unknown()).readonly()

/** An entry of GET /api/admin/orders/{id}/history, newest last. */
export const HistoryEntry = z.object({
  at: moment,
  what: z.string(),
  who: z.object({ id: id.exactOptional(), role: z.string(), name: z.string().exactOptional() }),
  before: facts.describe('Public facts of the order and its checkout before; only what changed'),
  after: facts,
  eventId: z.string(),
  stream: z.string(),
  version: count,
})
