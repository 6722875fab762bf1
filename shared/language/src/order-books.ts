import type { OrderStatus } from './api/order-status.ts'
import type { Return } from './events/order-events.ts'
import type { LineBooks } from './events/order-piece-events.ts'
import type { Refund } from './events/order-refund-events.ts'
import { sumOf } from './sum-of.ts'

/** What became of an order's money and pieces after it was placed: the same in its decider and in its document. */
export type OrderBooks = Readonly<{
  totalCents: number
  status: OrderStatus
  /** When it was last shipped, if it is and that is known: until it is in work again. */
  shippedAt?: string
  /** When it was delivered, if it is and that is known. */
  deliveredAt?: string
  /** When it was cancelled, if it is and that is known. */
  cancelledAt?: string
  /** It was cancelled, and an admin has to refund its payment or to close the case (decisions S5). */
  refundDue: boolean
  refunds: readonly Refund[]
  returns: readonly Return[]
  /** Where the pieces of each line are. */
  lines: readonly LineBooks[]
  /** How many of its refunds were requested before it was cancelled. */
  refundsBefore: number
  /** Null: none, or of an erased customer. */
  trackingNumber: string | null
  /** Why something is refunded or returned, by the id of that; personal. */
  reasons: Readonly<Record<string, string>>
}>

/** The books of an order that was just placed. */
export const newBooks = {
  status: 'Processing',
  refundDue: false,
  refunds: [],
  returns: [],
  lines: [],
  refundsBefore: 0,
  trackingNumber: null,
  reasons: {},
} as const

/** A case stays open when its order is set to another status: its refund is due for as long as the order is cancelled. */
export const isRefundDue = ({ refundDue, status }: Pick<OrderBooks, 'refundDue' | 'status'>) =>
  refundDue && status === 'Cancelled'

/** The same rule as the filter of a query, for those of the orders that have this status; none for another status than that. */
export const ofDueRefunds = (status: OrderStatus = 'Cancelled') => ({
  refundDue: [true],
  status: status === 'Cancelled' ? [status] : [],
})

/** Why a refund that was requested is not noted as made: the provider's own word of it came first, and is in the books. */
export const NOTED = 'NOTED'

/** The id of the refund that this is a further try of, or its own: tries after the first have a number after its id. */
export const firstOf = (refundId: string) => refundId.split('~')[0] ?? refundId
export const furtherTryOf = (refundId: string, number: number) => `${firstOf(refundId)}~${number}`

/** What went back of the order's payment. */
export const refundedCents = ({ refunds }: Pick<OrderBooks, 'refunds'>) =>
  sumOf(refunds.filter(({ state }) => state === 'made').map(({ amountCents }) => amountCents))
