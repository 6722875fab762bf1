import * as z from 'zod'

export const orderStatuses = ['Processing', 'Shipped', 'Delivered', 'Cancelled'] as const
export const OrderStatus = z.enum(orderStatuses)
export type OrderStatus = z.output<typeof OrderStatus>
