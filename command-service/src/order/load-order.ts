import { orderStream } from '@shop/language/events/order-events'
import type { CommandHandler } from '../handler/command-handler.ts'
import { orderDecider, unknownOrder } from './order-decider.ts'
import type { Order } from './order-state.ts'

/** Loads an order. Throws NOT_FOUND for an unknown or deleted one. */
export async function loadOrder(commands: CommandHandler, orderId: string): Promise<Order> {
  const { state } = await commands.load(orderDecider, orderStream(orderId))
  if (!state || state.deleted) throw unknownOrder()
  return state
}
