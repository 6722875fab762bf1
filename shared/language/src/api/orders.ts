import * as z from 'zod'
import { ListQuery } from './catalog.ts'
import type { OrderItem, ShippingAddress } from './checkout.ts'

export const orderStatuses = ['Processing', 'Shipped', 'Delivered', 'Cancelled'] as const
export const OrderStatus = z.enum(orderStatuses)
export type OrderStatus = z.output<typeof OrderStatus>

export const ChangeStatusBody = z.object({ status: OrderStatus })

/** Query of GET /api/admin/orders. */
export const AdminOrderQuery = ListQuery.extend({
  status: OrderStatus.optional(),
  /** Only orders with a refund due. */
  refundDue: z.literal('true').optional(),
})

export type Order = {
  _id: string
  createdAt: string
  /** Order date plus ten days (decisions P14). */
  estimatedDelivery: string
  /** For admins only; absent for an erased customer. */
  user?: { name: string }
  orderItems: readonly OrderItem[]
  checkoutItems: readonly OrderItem[]
  shippingAddress: ShippingAddress
  shippingMethod: 'Free'
  paymentMethod: string
  /** Decimal dollars, both names alike (decisions P11). */
  totalPrice: number
  total: number
  isPaid: boolean
  paidAt?: string
  isDelivered: boolean
  status: OrderStatus
  /** For admins only: the address lacks a field that a parcel needs (decisions P16). */
  incompleteAddress?: boolean
  /** For admins only: a refund is due (decisions S5). */
  refundDue?: boolean
}

/** One entry of GET /api/admin/orders/{id}/history, newest last. */
export type HistoryEntry = {
  at: string
  what: string
  who: { id?: string; role: string; name?: string }
  /** The order's and checkout's public facts before and after; only what changed. */
  before: Readonly<Record<string, unknown>>
  after: Readonly<Record<string, unknown>>
  eventId: string
  stream: string
  version: number
}
