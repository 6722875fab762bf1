import * as z from 'zod'
import { MAX_LINES, MAX_PAYMENT_CENTS, MAX_QUANTITY, MAX_TEXT } from '../limits.ts'
import { paging, search, sortedBy } from '../values/list-query.ts'
import { Id, lines, requiredLines, text } from '../values/text.ts'
import type * as answers from './answers.ts'
import { ChosenReason } from './chosen-reason.ts'
import { AnyOrderStatus } from './status.ts'

/** `line` is the index in `orderItems`, from 0. */
const piecesOf = {
  line: z
    .int()
    .min(0)
    .max(MAX_LINES - 1),
  quantity: z.int().min(1).max(MAX_QUANTITY),
}
const eachLineOnce = <Entry extends { line: number }>(lines: readonly Entry[]) =>
  new Set(lines.map(({ line }) => line)).size === lines.length
const TWICE = 'Each line may appear only once'

const why = { chosenReason: ChosenReason.optional(), reason: requiredLines(MAX_TEXT.reason).optional() }
const saysWhy = ({ chosenReason, reason }: { chosenReason?: unknown; reason?: unknown }) =>
  (chosenReason ?? reason) !== undefined
const SAY_WHY = { message: 'Give a reason', path: ['reason'] }
/** The rule that a reason is required, for the OpenAPI document. */
const oneOfThem = { anyOf: [{ required: ['chosenReason'] }, { required: ['reason'] }] }

const dollars = z
  .number()
  .min(0)
  .max(MAX_PAYMENT_CENTS / 100)
  .multipleOf(0.01)

const AllOrNone = z.enum(['all', 'none'])
type SaidRefund = Readonly<{ refund?: z.output<typeof AllOrNone> | undefined; reason?: string | undefined }>
const saysWhyNothing = ({ refund, reason }: SaidRefund) => refund !== 'none' || Boolean(reason)
const SAY_WHY_NOTHING = { message: 'Give a reason why nothing is refunded', path: ['reason'] }

const OF_CANCELLATION = { message: 'This field is only for a cancellation', path: ['status'] }

/**
 * Absent fields stay as they are; an empty tracking number removes the stored tracking number. `chosenReason` and the fields after `reason`
 * are only for the status Cancelled. If `refund` and `refundAmount` are absent, the shop opens a refund case. `restock: false` keeps
 * unshipped pieces out of stock. `message` appears in the customer's mail.
 */
export const ChangeStatusBody = z
  .object({
    status: AnyOrderStatus,
    trackingNumber: text(MAX_TEXT.word).optional(),
    chosenReason: ChosenReason.optional(),
    reason: lines(MAX_TEXT.reason).optional(),
    refund: AllOrNone.optional(),
    refundAmount: dollars.min(0.01).optional(),
    restock: z.boolean().optional(),
    message: lines(MAX_TEXT.reason).optional(),
  })
  .refine(
    ({ status, refund, refundAmount, restock, message, chosenReason }) =>
      status === 'Cancelled' || (refund ?? refundAmount ?? restock ?? message ?? chosenReason) === undefined,
    OF_CANCELLATION,
  )
  .refine(({ refund, refundAmount }) => refund === undefined || refundAmount === undefined, {
    message: 'Give either refund or refundAmount, not both',
    path: ['refundAmount'],
  })
  .refine(saysWhyNothing, SAY_WHY_NOTHING)

/** One request runs a separate command for each order. */
const MOST_AT_ONCE = 100

/** One status for several orders. Each entry may name the version that the caller has seen (decisions O4: If-Match). */
export const ChangeStatusesBody = z
  .strictObject({
    orders: z
      .array(
        z.strictObject({
          _id: Id,
          version: z.int().min(0).max(999_999_999).optional(),
          trackingNumber: text(MAX_TEXT.word).optional(),
        }),
      )
      .min(1, 'Choose at least one order')
      .max(MOST_AT_ONCE)
      .refine(
        (orders) => new Set(orders.map(({ _id }) => _id)).size === orders.length,
        'Each order may appear only once',
      ),
    status: AnyOrderStatus,
    chosenReason: ChosenReason.optional(),
    reason: lines(MAX_TEXT.reason).optional(),
    refund: AllOrNone.optional(),
  })
  .refine(
    ({ status, refund, chosenReason }) => status === 'Cancelled' || (refund ?? chosenReason) === undefined,
    OF_CANCELLATION,
  )
  .refine(saysWhyNothing, SAY_WHY_NOTHING)
export type ChangeStatusesBody = z.output<typeof ChangeStatusesBody>

/**
 * Refunds the `amount`. If `amount` is absent, refunds the price that was paid for the pieces in `lines`. Without both, refunds all that is
 * left. Unknown fields are refused, because a misspelled `lines` would refund everything.
 */
export const RefundBody = z
  .strictObject({
    /** `restock`: whether the pieces go back into stock; by default only unshipped pieces. */
    lines: z
      .array(z.strictObject({ ...piecesOf, restock: z.boolean().optional() }))
      .min(1)
      .max(MAX_LINES)
      .refine(eachLineOnce, TWICE)
      .optional(),
    amount: dollars.min(0.01).optional(),
    ...why,
  })
  .refine(saysWhy, SAY_WHY)
  .meta(oneOfThem)

export const CancelBody = z.object({ ...why, reason: lines(MAX_TEXT.reason).optional() })

export const ReturnBody = z
  .object({
    lines: z.array(z.object(piecesOf)).min(1, 'Choose what you return').max(MAX_LINES).refine(eachLineOnce, TWICE),
    ...why,
  })
  .refine(saysWhy, SAY_WHY)
  .meta(oneOfThem)

/**
 * `lines`: the pieces that came back; may be empty. `restocked`: how many of these pieces can be sold again. `amount`: the refund. The
 * default is the price that was paid for the pieces, at most the rest of the payment. If the return began with a cancellation, the default
 * is 0. `chosenReason` replaces the customer's reason.
 */
export const ReceiveReturnBody = z.strictObject({
  lines: z
    .array(
      z
        .strictObject({ ...piecesOf, restocked: z.int().min(0).max(MAX_QUANTITY) })
        .refine(
          ({ quantity, restocked }) => restocked <= quantity,
          'The restocked pieces are more than the pieces that came back',
        ),
    )
    .max(MAX_LINES)
    .refine(eachLineOnce, TWICE),
  amount: dollars.optional(),
  chosenReason: ChosenReason.optional(),
})

export const AdminOrderQuery = z.object({
  search,
  sortBy: sortedBy('oldest', 'totalasc', 'totaldesc', 'status').optional(),
  status: AnyOrderStatus.optional(),
  /** Only orders in Processing that have something left to ship. */
  toShip: z.literal('true').optional(),
  refundDue: z.literal('true').optional(),
  /** Only orders whose payment the provider still reviews, sorted by date. These orders have no status (decisions S7: pending money). */
  pending: z.literal('true').optional(),
  returnDue: z.literal('true').optional(),
  /** Only orders whose address lacks something that a parcel needs. */
  incompleteAddress: z.literal('true').optional(),
  /** The first and the last day of the orders, in UTC. */
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
  ...paging,
})
export type AdminOrderQuery = z.output<typeof AdminOrderQuery>

/** Query of GET /api/admin/orders/{id}/neighbours: the filters and the sort order of the list. */
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
