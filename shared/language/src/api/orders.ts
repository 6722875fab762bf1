import * as z from 'zod'
import { MAX_LINES, MAX_PAYMENT_CENTS, MAX_QUANTITY, MAX_TEXT } from './limits.ts'
import { paging, search, sortedBy } from './list-query.ts'
import type * as answers from './order-answers.ts'
import { AnyOrderStatus } from './order-status.ts'
import { Id, lines, requiredLines, text } from './text.ts'

/** A line of the order, by its place in `orderItems` from 0, and how many of its pieces. */
const piecesOf = {
  line: z
    .int()
    .min(0)
    .max(MAX_LINES - 1),
  quantity: z.int().min(1).max(MAX_QUANTITY),
}
const eachLineOnce = <Entry extends { line: number }>(lines: readonly Entry[]) =>
  new Set(lines.map(({ line }) => line)).size === lines.length
const TWICE = 'Name each line once'
const Reason = requiredLines(MAX_TEXT.reason)
/** Decimal dollars. */
const dollars = z
  .number()
  .min(0)
  .max(MAX_PAYMENT_CENTS / 100)
  .multipleOf(0.01)

/**
 * What is not given stays as it was; an empty tracking number takes it away. With Cancelled: `refund` says that all that is left goes back at
 * once, or nothing, for the reason that is given; `refundAmount` that this much does; without either a refund case is opened. `restock: false`
 * keeps pieces that were not sent out of stock; `message` stands in the customer's mail.
 */
export const ChangeStatusBody = z
  .object({
    status: AnyOrderStatus,
    trackingNumber: text(MAX_TEXT.word).optional(),
    reason: lines(MAX_TEXT.reason).optional(),
    refund: z.enum(['all', 'none']).optional(),
    refundAmount: dollars.min(0.01).optional(),
    restock: z.boolean().optional(),
    message: lines(MAX_TEXT.reason).optional(),
  })
  .refine(
    ({ status, refund, refundAmount, restock, message }) =>
      status === 'Cancelled' || (refund ?? refundAmount ?? restock ?? message) === undefined,
    {
      message: 'This is for a cancellation only',
      path: ['status'],
    },
  )
  .refine(({ refund, refundAmount }) => refund === undefined || refundAmount === undefined, {
    message: 'Say either what is refunded or how much',
    path: ['refundAmount'],
  })
  .refine(({ refund, reason }) => refund !== 'none' || Boolean(reason), {
    message: 'Say why nothing is refunded',
    path: ['reason'],
  })

/** At most so many orders in one call: each is a command of its own. */
const MOST_AT_ONCE = 100

/** One status for several orders, each in the version that the caller has seen, if it is given (decisions O4). */
export const ChangeStatusesBody = z.strictObject({
  orders: z
    .array(z.strictObject({ _id: Id, version: z.int().min(0).max(999_999_999).optional() }))
    .min(1, 'Choose at least one order')
    .max(MOST_AT_ONCE)
    .refine((orders) => new Set(orders.map(({ _id }) => _id)).size === orders.length, 'Name each order once'),
  status: AnyOrderStatus,
  reason: lines(MAX_TEXT.reason).optional(),
})
export type ChangeStatusesBody = z.output<typeof ChangeStatusesBody>

/**
 * Lines, for what was paid for their pieces, an amount, or both; without either all that is left is refunded. What gives money back
 * takes no field that it does not know: `line` for `lines` would refund everything.
 */
export const RefundBody = z.strictObject({
  /** `restock`: whether the pieces go back into stock; by default those that were not sent. */
  lines: z
    .array(z.strictObject({ ...piecesOf, restock: z.boolean().optional() }))
    .min(1)
    .max(MAX_LINES)
    .refine(eachLineOnce, TWICE)
    .optional(),
  amount: dollars.min(0.01).optional(),
  reason: Reason,
})

export const ReturnBody = z.object({
  lines: z.array(z.object(piecesOf)).min(1, 'Choose what you return').max(MAX_LINES).refine(eachLineOnce, TWICE),
  reason: Reason,
})

/** What came back, nothing if it never did; `restocked` of the pieces can be sold again. `amount` is refunded, or else what was paid for the pieces. */
export const ReceiveReturnBody = z.strictObject({
  lines: z
    .array(
      z
        .strictObject({ ...piecesOf, restocked: z.int().min(0).max(MAX_QUANTITY) })
        .refine(({ quantity, restocked }) => restocked <= quantity, 'More pieces are restocked than came back'),
    )
    .max(MAX_LINES)
    .refine(eachLineOnce, TWICE),
  amount: dollars.optional(),
})

/** Query of GET /api/admin/orders. */
export const AdminOrderQuery = z.object({
  search,
  sortBy: sortedBy('oldest', 'totalasc', 'totaldesc', 'status').optional(),
  status: AnyOrderStatus.optional(),
  /** Only orders in work with something left to ship. */
  toShip: z.literal('true').optional(),
  /** Only orders with a refund due. */
  refundDue: z.literal('true').optional(),
  /** Only what is not paid yet, since the provider still checks the money; sorted by date, without a status (decisions S7). */
  pending: z.literal('true').optional(),
  /** Only orders with a return that is awaited. */
  returnDue: z.literal('true').optional(),
  /** Only orders whose address lacks what a parcel needs. */
  incompleteAddress: z.literal('true').optional(),
  /** Placed on these days in UTC, both included; either may be left open. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  ...paging,
})
export type AdminOrderQuery = z.output<typeof AdminOrderQuery>

/** Query of GET /api/admin/orders/{id}/neighbours: that of the list, whose order and choice are kept. */
export const OrderNeighboursQuery = AdminOrderQuery.omit({ pending: true, limit: true, cursor: true })
export type OrderNeighboursQuery = z.output<typeof OrderNeighboursQuery>

export type Order = z.output<typeof answers.Order>
export type OrderChanged = z.output<typeof answers.OrderChanged>
export type OrderDeleted = z.output<typeof answers.OrderDeleted>
export type OrderedItem = z.output<typeof answers.OrderedItem>
export type Refund = z.output<typeof answers.Refund>
export type RefundedOrder = z.output<typeof answers.RefundedOrder>
export type Return = z.output<typeof answers.Return>
export type OrderCount = z.output<typeof answers.OrderCount>
export type OrderNeighbours = z.output<typeof answers.OrderNeighbours>
export type HistoryEntry = z.output<typeof answers.HistoryEntry>
