import { ShopError } from '@shop/language/errors'
import type { Order } from './order-state.ts'

/** Thrown if the order has changed since the caller saw it (decisions O4). */
export class ChangedSince extends ShopError {
  readonly order: Order
  constructor(order: Order) {
    super('PRECONDITION_FAILED', 'This order has changed since you opened it. See what has changed, and decide again')
    this.order = order
  }
}

export function requireSeen(order: Order, seen: number | undefined) {
  if (seen !== undefined && seen !== order.version) throw new ChangedSince(order)
}
