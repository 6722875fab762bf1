import type { OrderEvent } from '@shop/language/order/events'
import { evolveOrder, type Order } from './order-state.ts'

type Step = (now: Order) => readonly OrderEvent[]

/** Each step decides on the order as the previous steps left it. */
export function inSteps(order: Order, ...steps: readonly Step[]): readonly OrderEvent[] {
  const events: OrderEvent[] = []
  for (const step of steps) events.push(...step(afterAll(order, events)))
  return events
}

export const afterAll = (order: Order, events: readonly OrderEvent[]): Order =>
  events.reduce((now, event) => evolveOrder(now, event) ?? now, order)
