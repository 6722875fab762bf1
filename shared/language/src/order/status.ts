import * as z from 'zod'

export const orderStatuses = ['Processing', 'Shipped', 'Delivered', 'Cancelled'] as const
export const OrderStatus = z.enum(orderStatuses)
export type OrderStatus = z.output<typeof OrderStatus>

const statusOf: ReadonlyMap<string, OrderStatus> = new Map([
  ...orderStatuses.map((status) => [status.toLowerCase(), status] as const),
  ['canceled', 'Cancelled'],
])

/** A client may send a status in any letter case, and with the spelling `Canceled` (decisions P20). */
export const AnyOrderStatus = z.preprocess(
  (sent) => (typeof sent === 'string' && statusOf.get(sent.toLowerCase())) || sent,
  OrderStatus,
)
