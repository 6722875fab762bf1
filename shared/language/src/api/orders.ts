import * as z from 'zod'
import { MAX_TEXT } from './limits.ts'
import { paging, search, sortedBy } from './list-query.ts'
import type * as answers from './order-answers.ts'
import { OrderStatus } from './order-status.ts'
import { oneLine, text } from './text.ts'

/** What is not given stays as it was; an empty tracking number takes it away. */
export const ChangeStatusBody = z.object({
  status: OrderStatus,
  trackingNumber: oneLine(text(MAX_TEXT.word)).optional(),
  reason: text(MAX_TEXT.reason).optional(),
})

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
