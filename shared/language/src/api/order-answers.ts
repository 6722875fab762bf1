import * as z from 'zod'
import { count, dollars, id, listOf, moment, picture, word } from './answer-values.ts'
import { purchase } from './checkout-answers.ts'
import { OrderStatus } from './order-status.ts'

export const Order = z.object({
  ...purchase,
  estimatedDelivery: moment.describe('Order date plus ten days'),
  user: z.object({ name: z.string() }).exactOptional().describe('For admins only; absent for an erased customer'),
  isPaid: z.boolean(),
  paidAt: moment.exactOptional(),
  isDelivered: z.boolean(),
  status: OrderStatus,
  trackingNumber: word.exactOptional(),
  refundedTotal: dollars.describe('What went back of the payment'),
  incompleteAddress: z
    .boolean()
    .exactOptional()
    .describe('For admins only: the address lacks a field that a parcel needs'),
  refundDue: z.boolean().exactOptional().describe('For admins only: a refund is due'),
})

const facts = z.record(z.string(), z.unknown()).readonly()

/** One entry of GET /api/admin/orders/{id}/history, newest last. */
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

const brief = { _id: id, name: z.string(), image: picture }

/** Answer of GET /api/admin/dashboard (decisions P13). */
export const Dashboard = z.object({
  revenue: dollars.describe('Sum of totalPrice over all orders that are not deleted'),
  netRevenue: dollars.describe('Paid and not cancelled'),
  totalOrders: count,
  totalProducts: count,
  days: listOf(z.object({ day: z.iso.date(), revenue: dollars, orders: count })).describe(
    'The last 30 days in UTC, oldest first, days without an order included',
  ),
  recentOrders: listOf(Order),
  bestSellers: listOf(z.object({ ...brief, sold: count })),
  stockRunningOut: listOf(
    z.object({
      ...brief,
      countInStock: count,
      runningOut: listOf(z.object({ size: word, color: word, left: count })).describe(
        'The sizes and colours of which few or none are left, of a product that is counted by them',
      ),
    }),
  ),
})
