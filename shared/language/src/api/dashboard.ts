import type { Order } from './orders.ts'

/** Answer of GET /api/admin/dashboard; money in decimal dollars (decisions P13). */
export type Dashboard = {
  /** Sum of totalPrice over all orders that are not deleted. */
  revenue: number
  /** Paid and not cancelled. */
  netRevenue: number
  totalOrders: number
  totalProducts: number
  /** The last 30 days in UTC, oldest first, days without an order included. */
  days: readonly { day: string; revenue: number; orders: number }[]
  recentOrders: readonly Order[]
  bestSellers: readonly { _id: string; name: string; image: string; sold: number }[]
  stockRunningOut: readonly { _id: string; name: string; image: string; countInStock: number }[]
}
