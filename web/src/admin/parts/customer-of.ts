import type { Order } from '@shop/language/order/api'

/** Undefined for an erased customer, who has no id. */
export const customerOf = ({ user }: Pick<Order, 'user'>): { _id: string; name: string } | undefined =>
  user?._id === undefined ? undefined : { _id: user._id, name: user.name }
