import type { Order } from '@shop/language/api/orders'

/** Who has ordered; undefined for an erased customer, of whom an order has no more than the name `N/A`. */
export const customerOf = ({ user }: Pick<Order, 'user'>): { _id: string; name: string } | undefined =>
  user?._id === undefined ? undefined : { _id: user._id, name: user.name }
