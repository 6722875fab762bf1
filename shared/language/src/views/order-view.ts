import type { ShippingAddress } from '../api/address.ts'
import type { OrderItem } from '../api/checkout.ts'
import { toDecimal } from '../api/money.ts'
import type { OrderStatus } from '../api/order-status.ts'
import type { Order } from '../api/orders.ts'
import type { Address, PricedItem } from '../events/checkout-events.ts'
import { newBooks, type OrderBooks, refundedCents } from '../order-books.ts'

type Facts = {
  _id: string
  items: readonly PricedItem[]
  totalCents: number
  shippingAddress: Address | null
  paymentMethod: string
  placedAt: string
  /** Undefined while the payment is pending. */
  paidAt?: string
  status: OrderStatus
} & Pick<OrderBooks, 'refunds' | 'trackingNumber'>

/** An order as its customer sees it: no name, no case, no payment details (authorisation fields). */
export const orderView = (order: Facts): Order => {
  const items = order.items.map(itemView)
  return {
    _id: order._id,
    createdAt: order.placedAt,
    estimatedDelivery: estimatedDelivery(order.placedAt),
    orderItems: items,
    checkoutItems: items,
    shippingAddress: order.shippingAddress ?? NO_ADDRESS,
    shippingMethod: 'Free',
    paymentMethod: order.paymentMethod,
    totalPrice: toDecimal(order.totalCents),
    total: toDecimal(order.totalCents),
    isPaid: order.paidAt !== undefined,
    ...(order.paidAt !== undefined && { paidAt: order.paidAt }),
    isDelivered: order.status === 'Delivered',
    status: order.status,
    ...(order.trackingNumber && { trackingNumber: order.trackingNumber }),
    refundedTotal: toDecimal(refundedCents(order)),
  }
}

/** A checkout whose payment is pending, as its customer sees it: an order that is not paid yet (decisions S7). */
export const pendingView = (payment: Omit<Facts, 'paidAt' | keyof typeof newBooks>): Order =>
  orderView({ ...newBooks, ...payment })

/** With the fields for admins; `name` is undefined for an erased customer. */
export const adminOrderView = (order: Facts & { refundDue: boolean }, name: string | undefined): Order => ({
  ...orderView(order),
  ...(name !== undefined && { user: { name } }),
  incompleteAddress: isIncomplete(order.shippingAddress),
  refundDue: order.refundDue && order.status === 'Cancelled',
})

export const itemView = ({ priceCents, paidCents: _, sku, ...item }: PricedItem): OrderItem => ({
  ...item,
  price: toDecimal(priceCents),
  ...(sku && { sku }),
})

/** The address of an erased customer. */
export const NO_ADDRESS: ShippingAddress = {
  firstName: '',
  lastName: '',
  address: '',
  city: '',
  postalCode: '',
  country: '',
  phone: '',
}

const NEEDED = ['firstName', 'lastName', 'address', 'city', 'postalCode', 'country'] as const
const isIncomplete = (address: Address | null) => !address || NEEDED.some((field) => !address[field].trim())

const TEN_DAYS_MS = 10 * 24 * 60 * 60 * 1000
const estimatedDelivery = (placedAt: string) => new Date(Date.parse(placedAt) + TEN_DAYS_MS).toISOString()
