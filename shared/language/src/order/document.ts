import type { SellerProtection } from '../checkout/seller-protection.ts'
import type { Collection } from '../collection.ts'
import type { Address, PricedItem } from '../events/bought.ts'
import type { OrderBooks } from './books.ts'

/** After the customer's erasure, personal fields are empty. */
export type OrderDocument = OrderBooks & {
  _id: string
  customerId: string
  /** The order's version, for `If-Match`. */
  version: number
  items: readonly PricedItem[]
  shippingAddress: Address | null
  incompleteAddress: boolean
  /** Empty if unknown. Kept after the customer's erasure. */
  country: string
  paymentMethod: string
  /** The id of the order's payment at the provider. It is searched, but never shown. */
  captureId: string
  placedAt: string
  paidAt: string
  /** Absent if unknown. */
  sellerProtection?: SellerProtection
  returnDue: boolean
  /** The order's status is Processing, and something is left to ship. */
  toShip: boolean
  /** Search tokens of the ids of the order and its payment, its items' names and SKUs, the city and the tracking number. */
  tokens: readonly string[]
}

export const orders: Collection<OrderDocument> = {
  name: 'orders@15',
  changes: { number: 15, says: 'A refused refund of a cancelled order leaves money due only if money is left.' },
  changedBy: ['checkouts', 'own-orders', 'orders', 'cases', 'users', 'me'],
  searchedBy: [
    'customerId',
    'placedAt',
    'totalCents',
    'status',
    'refundDue',
    'returnDue',
    'toShip',
    'incompleteAddress',
  ],
  lists: ['tokens'],
}
