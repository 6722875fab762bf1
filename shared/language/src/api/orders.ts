import * as z from 'zod'
import { paging, search, sortedBy } from './list-query.ts'
import type * as answers from './order-answers.ts'
import { OrderStatus } from './order-status.ts'

export const ChangeStatusBody = z.object({ status: OrderStatus })

/** Query of GET /api/admin/orders. */
export const AdminOrderQuery = z.object({
  search,
  sortBy: sortedBy('oldest', 'totalasc', 'totaldesc', 'status').optional(),
  status: OrderStatus.optional(),
  /** Only orders with a refund due. */
  refundDue: z.literal('true').optional(),
  ...paging,
})
export type AdminOrderQuery = z.output<typeof AdminOrderQuery>

export type Order = z.output<typeof answers.Order>
export type HistoryEntry = z.output<typeof answers.HistoryEntry>
