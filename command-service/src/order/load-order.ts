import { orderStream } from '@shop/language/order/events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from '../handler/command-handler.ts'
import type { Folded } from '../handler/folded.ts'
import { requireSeen } from './changed-since.ts'
import { type OrderCommand, orderDecider, unknownOrder } from './order-decider.ts'
import type { Order } from './order-state.ts'

/** Throws NOT_FOUND for an unknown or deleted order. */
export async function loadOrder(commands: CommandHandler, orderId: string): Promise<Order> {
  const order = await loadAnyOrder(commands, orderId)
  if (order.deleted) throw unknownOrder()
  return order
}

/** Like loadOrder, but also loads a deleted order, because money and pieces may still arrive for it. */
export async function loadAnyOrder(commands: CommandHandler, orderId: string): Promise<Order> {
  const order = await orderIfPlaced(commands, orderId)
  if (!order) throw unknownOrder()
  return order
}

/** Like loadAnyOrder, but undefined for a checkout without an order. An order is placed before its checkout is finalized. */
export const orderIfPlaced = async (commands: CommandHandler, orderId: string): Promise<Order | undefined> =>
  (await commands.load(orderDecider, orderStream(orderId))).state

/**
 * Handles a command on an order, and returns the order right after the command. Throws the decider's refusal, NOT_FOUND for an unknown
 * order, and ChangedSince if the order's version is not `metadata.seen`.
 */
export async function onOrder(
  commands: CommandHandler,
  orderId: string,
  command: OrderCommand,
  metadata: CommandMetadata,
): Promise<Order> {
  const { seen } = metadata
  const ifSeen = async ({ state }: Folded<Order | undefined>) => {
    // For a deleted order, most commands must throw NOT_FOUND. So its version is compared only for Restore.
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
