import { sumOf } from '../values/sum-of.ts'
import type { ChosenReason } from './chosen-reason.ts'
import type { LineBooks } from './piece-events.ts'
import type { Refund } from './refund-events.ts'
import type { Return } from './return-events.ts'
import type { OrderStatus } from './status.ts'

/** The money and the pieces of an order since it was placed. */
export type OrderBooks = Readonly<{
  totalCents: number
  status: OrderStatus
  /** When the order was last shipped. Absent if unknown, or if the order is in Processing. */
  shippedAt?: string
  deliveredAt?: string
  cancelledAt?: string
  cancelReason?: ChosenReason
  /** The order was cancelled, and an admin has to refund its payment or close the case (decisions S5: cancelled orders). */
  refundDue: boolean
  refunds: readonly Refund[]
  returns: readonly Return[]
  lines: readonly LineBooks[]
  refundsBefore: number
  /** Null if there is no tracking number, or the customer is erased. */
  trackingNumber: string | null
  /** The reasons of refunds and returns, by their ids; personal. */
  reasons: Readonly<Record<string, string>>
}>

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

/** `refundDue` does not change when the order gets another status. */
export const isRefundDue = ({ refundDue, status }: Pick<OrderBooks, 'refundDue' | 'status'>) =>
  refundDue && status === 'Cancelled'

/** `isRefundDue` as a filter of a query, for orders with `status`. */
export const ofDueRefunds = (status: OrderStatus = 'Cancelled') => ({
  refundDue: [true],
  status: status === 'Cancelled' ? [status] : [],
})

/** A requested refund is refused with this code if other refunds have already returned its money. */
export const NOTED = 'NOTED'
/** The code of a reversal whose money the provider has given back to the shop. */
export const REVERSAL_CANCELLED = 'REVERSAL_CANCELLED'

/** A return's refund is refused with this code if a reversal holds its money. It becomes a case if the shop gets the money back. */
export const PAYMENT_REVERSED = 'PAYMENT_REVERSED'

/** Further tries of a refund have the id of the first try, `~` and a number. */
export const firstOf = (refundId: string) => refundId.split('~')[0] ?? refundId
export const isSameRefund = (refundId: string, other: string) => firstOf(refundId) === firstOf(other)
export const furtherTryOf = (refundId: string, number: number) => `${firstOf(refundId)}~${number}`

export const reversedCents = ({ refunds }: Pick<OrderBooks, 'refunds'>) =>
  refundedCents({ refunds: refunds.filter(({ isReversal }) => isReversal) })

export const refundedCents = ({ refunds }: Pick<OrderBooks, 'refunds'>) =>
  sumOf(refunds.filter(({ state }) => state === 'made').map(({ amountCents }) => amountCents))
