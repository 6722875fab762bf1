import type { OrderStatus } from '@shop/language/order/status'

/** Any status can follow any other (spec §4). Only an order that must stay cancelled is an exception. */
export const statuses: readonly OrderStatus[] = ['Processing', 'Shipped', 'Delivered', 'Cancelled']
