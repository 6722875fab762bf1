import { orderStream } from '@shop/language/events/order-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from '../handler/command-handler.ts'
import type { Folded } from '../handler/folded.ts'
import { requireSeen } from './changed-since.ts'
import { type OrderCommand, orderDecider, unknownOrder } from './order-decider.ts'
import type { Order } from './order-state.ts'

/** Loads an order. Throws NOT_FOUND for an unknown or deleted one. */
export async function loadOrder(commands: CommandHandler, orderId: string): Promise<Order> {
  const order = await loadAnyOrder(commands, orderId)
  if (order.deleted) throw unknownOrder()
  return order
}

/** Like loadOrder, but a deleted order too: money and pieces still under way may arrive. */
export async function loadAnyOrder(commands: CommandHandler, orderId: string): Promise<Order> {
  const { state } = await commands.load(orderDecider, orderStream(orderId))
  if (!state) throw unknownOrder()
  return state
}

/**
 * Handles a command on an order, and returns the order as the command left it. Throws the decider's refusal, NOT_FOUND for an unknown
 * order, and ChangedSince if its version is not `metadata.seen`.
 */
export async function onOrder(
  commands: CommandHandler,
  orderId: string,
  command: OrderCommand,
  metadata: CommandMetadata,
): Promise<Order> {
  const { seen } = metadata
  const ifSeen = async ({ state }: Folded<Order | undefined>) => {
    // Every command but its restoration treats a deleted order as unknown, whatever its version.
    if (state && (!state.deleted || command.type === 'Restore')) requireSeen(state, seen)
    return command
  }
  const stream = orderStream(orderId)
  const { state } = await (seen === undefined
    ? commands.handle(orderDecider, stream, command, metadata)
    : commands.handleWith(orderDecider, stream, ifSeen, metadata))
  if (!state) throw unknownOrder()
  return state
}
