import { ShopError } from '@shop/language/errors'
import type { Order } from './order-state.ts'

/** An order that is another version than the one its caller has seen (decisions O4). */
export class ChangedSince extends ShopError {
  readonly order: Order
  constructor(order: Order) {
    super(
      'PRECONDITION_FAILED',
      'This order has changed since you looked at it. Look at what changed, then decide again',
    )
    this.order = order
  }
}

/** Throws ChangedSince for another version than the one that was seen, if any was named. */
export function requireSeen(order: Order, seen: number | undefined) {
  if (seen !== undefined && seen !== order.version) throw new ChangedSince(order)
}
