import * as z from 'zod'
import { MOST_COUNTED, SOLD_DAYS } from '../limits.ts'
import { Order } from '../order/answers.ts'
import { count, dollars, id, listOf, picture, word } from '../values/answer-values.ts'

const sums = z.object({ revenue: dollars, netRevenue: dollars, orders: count })

const brief = { _id: id, name: z.string(), image: picture }

/** Answer of GET /api/admin/dashboard (decisions P13). */
export const Dashboard = z.object({
  revenue: dollars.describe('The sum of `totalPrice` over all orders that are not deleted'),
  netRevenue: dollars.describe('Payments minus refunds, over all orders that are not deleted or cancelled'),
  totalOrders: count,
  totalProducts: count,
  toDo: z
    .object({ toShip: count, refundDue: count, returnAwaited: count, incompleteAddress: count, openCases: count })
    .describe(`How many orders or cases wait for an admin; ${MOST_COUNTED} means ${MOST_COUNTED} or more`),
  period: sums
    .extend({
      from: z.iso.date(),
      to: z.iso.date(),
      before: sums.describe('The sums of the period before it, which is equally long'),
    })
    .describe('The sums of the requested days'),
  days: listOf(z.object({ day: z.iso.date(), revenue: dollars, orders: count })).describe(
    'The requested days in UTC, oldest first; days without orders are included',
  ),
  recentOrders: listOf(Order),
  bestSellers: listOf(z.object({ ...brief, sold: count })),
  stockRunningOut: listOf(
    z.object({
      ...brief,
      countInStock: count,
      daysLeft: count
        .exactOptional()
        .describe(
          `How many days the stock lasts if sales continue as in the last ${SOLD_DAYS} days; absent without sales`,
        ),
      runningOut: listOf(z.object({ size: word, color: word, left: count })).describe(
        'The sizes and colors with few or no pieces left; empty if the product is not counted by size and color',
      ),
    }),
  ),
})
