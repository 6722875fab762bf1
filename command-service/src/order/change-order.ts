import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import { returnStock } from './cancel-order.ts'
import { onOrder } from './load-order.ts'
import type { OrderCommand } from './order-decider.ts'
import type { Order } from './order-state.ts'

/**
 * Changes an order for an admin; one that is cancelled then gives its pieces back (decisions S5). Returns the order as the command left
 * it. Throws NOT_FOUND, and what the decider refuses.
 */
export async function changeOrder(
  commands: CommandHandler,
  orderId: string,
  command: OrderCommand,
  metadata: CommandMetadata,
): Promise<Order> {
  // A cancellation whose request died is finished first: later nobody could tell whether its pieces are back.
  await returnStock(commands, orderId, furtherCommand(metadata, 'cancelled before'))
  const order = await onOrder(commands, orderId, command, metadata)
  if (order.status === 'Cancelled') await returnStock(commands, orderId, furtherCommand(metadata, 'cancel'))
  return order
}
