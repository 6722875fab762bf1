import type { Collection } from './collection.ts'
import type { OrderDocument } from './orders.ts'

/** A checkout whose payment is pending: its customer sees it among the orders, unpaid (decisions S7). */
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
>

export const pendingPayments: Collection<PendingPaymentDocument> = {
  name: 'pending-payments@2',
  searchedBy: ['customerId', 'placedAt'],
}
