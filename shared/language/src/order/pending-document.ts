import type { Collection } from '../collection.ts'
import type { OrderDocument } from './document.ts'

/** A checkout with a pending payment. Its customer sees an unpaid order (decisions S7: pending money). */
export type PendingPaymentDocument = Pick<
  OrderDocument,
  | '_id'
  | 'customerId'
  | 'items'
  | 'totalCents'
  | 'shippingAddress'
  | 'country'
  | 'paymentMethod'
  | 'captureId'
  | 'placedAt'
> & {
  providerOrderId: string
  /** Why the provider has not decided yet, in the provider's words; null if it gives no reason. */
  reason: string | null
}

export const pendingPayments: Collection<PendingPaymentDocument> = {
  name: 'pending-payments@4',
  changes: { number: 4, says: 'A pending payment stays when another payment of the checkout is refused.' },
  changedBy: ['checkouts', 'cases', 'users', 'me'],
  searchedBy: ['customerId', 'placedAt'],
}
