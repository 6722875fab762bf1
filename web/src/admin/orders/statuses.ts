import type { OrderStatus } from '@shop/language/order/status'

/** Any status can be set at any time (spec §4). */
export const statuses: readonly OrderStatus[] = ['Processing', 'Shipped', 'Delivered', 'Cancelled']
