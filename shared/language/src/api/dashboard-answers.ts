import * as z from 'zod'
import { count, dollars, id, listOf, picture, word } from './answer-values.ts'
import { MOST_COUNTED } from './limits.ts'
import { Order } from './order-answers.ts'

const sums = z.object({ revenue: dollars, netRevenue: dollars, orders: count })

const brief = { _id: id, name: z.string(), image: picture }

/** Answer of GET /api/admin/dashboard (decisions P13). */
export const Dashboard = z.object({
  revenue: dollars.describe('Sum of totalPrice over all orders that are not deleted'),
  netRevenue: dollars.describe('Paid less refunded, of orders that are not cancelled'),
  totalOrders: count,
  totalProducts: count,
  toDo: z
    .object({ toShip: count, refundDue: count, returnAwaited: count, incompleteAddress: count, openCases: count })
    .describe(`How many orders or cases wait for an admin; ${MOST_COUNTED} stands for more, too`),
  period: sums
    .extend({ from: z.iso.date(), to: z.iso.date(), before: sums.describe('Of as many days before') })
    .describe('The sums of the days asked for, as those of all days'),
  days: listOf(z.object({ day: z.iso.date(), revenue: dollars, orders: count })).describe(
    'Those days in UTC, oldest first, days without an order included',
  ),
  recentOrders: listOf(Order),
  bestSellers: listOf(z.object({ ...brief, sold: count })),
  stockRunningOut: listOf(
    z.object({
      ...brief,
      countInStock: count,
      daysLeft: count.exactOptional().describe('At the pace of the last 7 days; absent if none was sold'),
      runningOut: listOf(z.object({ size: word, color: word, left: count })).describe(
        'The sizes and colours of which few or none are left, of a product that is counted by them',
      ),
    }),
  ),
})
