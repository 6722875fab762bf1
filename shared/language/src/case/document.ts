import type { Collection } from '../collection.ts'
import type { Dispute } from './events.ts'
import type { CaseKind } from './kinds.ts'

export type CaseDocument = {
  _id: string
  kind: CaseKind
  isOpen: boolean
  /** A sort key. In descending order, open cases come before closed cases, and then the newest case comes first. */
  standing: string
  openedAt: string
  updatedAt: string
  /** The problem has happened at least this often since the case was opened. */
  times: number
  /** In the following fields, null means: unknown, or has not happened. */
  customerId: string | null
  checkoutId: string | null
  orderId: string | null
  providerOrderId: string | null
  captureId: string | null
  disputeId: string | null
  amountCents: number
  code: string
  debugId: string | null
  dispute: Dispute | null
  attempts: number
  lastAttempt: Readonly<{ at: string; act: 'retry' | 'refund'; code: string }> | null
  closedAt: string | null
  outcome: 'refunded' | 'settled' | 'lost' | 'closed' | null
  /** Also null after the customer was erased. */
  reason: string | null
  refundId: string | null
  /** Search tokens of the case's ids and code; nothing personal. */
  tokens: readonly string[]
}

export const cases: Collection<CaseDocument> = {
  name: 'cases@4',
  changes: {
    number: 4,
    says: 'The fields for the search now contain whole words. Before, they contained the first letters of words.',
  },
  changedBy: ['own-orders', 'orders', 'cases', 'users', 'me'],
  searchedBy: ['standing', 'openedAt', 'amountCents', 'isOpen', 'customerId'],
  lists: ['tokens'],
}
