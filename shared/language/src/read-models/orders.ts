import type { OrderStatus } from '../api/order-status.ts'
import type { Address, PricedItem } from '../events/checkout-events.ts'
import type { Collection } from './collection.ts'

export type OrderDocument = {
  _id: string
  customerId: string
  items: readonly PricedItem[]
  totalCents: number
  /** Null once the customer is erased. */
  shippingAddress: Address | null
  paymentMethod: string
  /** Distinguishes the order's own payment from others; never shown. */
  captureId: string
  placedAt: string
  paidAt: string
  status: OrderStatus
  /** It was cancelled, and its payment is not refunded yet (decisions S5). */
  refundDue: boolean
  /** Of the order's id and the pieces' names; nothing personal. */
  tokens: readonly string[]
}

export const orders: Collection<OrderDocument> = {
  name: 'orders@1',
  searchedBy: ['customerId', 'placedAt', 'totalCents', 'status', 'refundDue'],
  lists: ['tokens'],
}
