import type { SellerProtection } from '../api/seller-protection.ts'
import type { Address, PricedItem } from '../events/bought.ts'
import type { OrderBooks } from '../order-books.ts'
import type { Collection } from './collection.ts'

/** Its personal fields are empty once the customer is erased. */
export type OrderDocument = OrderBooks & {
  _id: string
  customerId: string
  /** For `If-Match`. */
  version: number
  items: readonly PricedItem[]
  shippingAddress: Address | null
  /** It lacks what a parcel needs. */
  incompleteAddress: boolean
  /** In plain: it stays when the customer is erased. Empty if it is not known. */
  country: string
  paymentMethod: string
  /** Distinguishes the order's own payment from others; never shown. */
  captureId: string
  placedAt: string
  paidAt: string
  /** Absent where it is not known. */
  sellerProtection?: SellerProtection
  /** A return of its pieces is awaited. */
  returnDue: boolean
  /** It is in work, and something is left to ship. */
  toShip: boolean
  /** Of the order's id, the pieces' names and SKUs, the city it goes to and the tracking number; the last two are gone once the customer is erased. */
  tokens: readonly string[]
}

export const orders: Collection<OrderDocument> = {
  name: 'orders@11',
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
