import type { Order } from '@shop/language/order/api'

/** The customer of an order; undefined for an erased customer, who has only the name `N/A`. */
export const customerOf = ({ user }: Pick<Order, 'user'>): { _id: string; name: string } | undefined =>
  user?._id === undefined ? undefined : { _id: user._id, name: user.name }
