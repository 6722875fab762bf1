import { orderStream } from '@shop/language/order/events'
import { lacking } from '@shop/language/order/lines'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { DeletionCommand } from './decide-deletion.ts'
import type { StatusCommand } from './decide-status.ts'
import { followDeletion } from './follow-deletion.ts'
import { loadOrder, onOrder } from './load-order.ts'
import { type RefundParts, refundNow } from './make-refund.ts'
import { orderDecider } from './order-decider.ts'
import type { Order } from './order-state.ts'
import { putBack } from './put-back.ts'
import { withPiecesAgain } from './reclaim-pieces.ts'

type ChangeStatus = Omit<StatusCommand & { type: 'ChangeStatus' }, 'reserved'>

/**
 * Sets the status of an order for an admin, and moves pieces and money (decisions O1, O2 and decisions S5: leaving and entering Cancelled).
 * Returns the order right after the command. Throws NOT_FOUND, OUT_OF_STOCK, and the decider's refusals.
 */
export async function changeStatus(
  parts: RefundParts,
  orderId: string,
  command: ChangeStatus,
  metadata: CommandMetadata,
): Promise<Order> {
  const order = await changeWithoutProvider(parts.commands, orderId, command, metadata)
  const { refund } = command
  return refund && refund !== 'none'
    ? refundNow(parts, order, refund.refundId, furtherCommand(metadata, 'refund'))
    : order
}

/** Like changeStatus, but does not wait for the provider: a job makes the refund. */
export async function changeWithoutProvider(
  commands: CommandHandler,
  orderId: string,
  command: ChangeStatus,
  metadata: CommandMetadata,
): Promise<Order> {
  const earlier = await answeredBefore(commands, orderId, metadata)
  const change = (reserved?: (StatusCommand & { type: 'ChangeStatus' })['reserved']) =>
    onOrder(commands, orderId, { ...command, reserved }, metadata)
  const before = earlier ? undefined : takesAgain(await loadOrder(commands, orderId), command)
  const order = before ? await withPiecesAgain(commands, { orderId, before }, change, metadata) : await change()
  await putBack(commands, orderId, furtherCommand(metadata, 'put back'))
  return order
}

function takesAgain(order: Order, { status }: ChangeStatus) {
  if (order.status === 'Cancelled') return status === 'Cancelled' ? undefined : 'leaving Cancelled'
  return status === 'Processing' && lacking(order).length > 0 ? 'lacking pieces' : undefined
}

/** Opens a case if money is due to the customer (decisions O8). */
export async function deleteOrder(
  commands: CommandHandler,
  orderId: string,
  metadata: CommandMetadata,
): Promise<Order> {
  const order = await onOrder(commands, orderId, { type: 'Delete' }, metadata)
  await putBack(commands, orderId, furtherCommand(metadata, 'put back'))
  await followDeletion(commands, orderId, furtherCommand(metadata, 'follow deletion'))
  return order
}

/** Throws OUT_OF_STOCK if the order's pieces have been sold meanwhile. */
export async function restoreOrder(
  commands: CommandHandler,
  orderId: string,
  metadata: CommandMetadata,
): Promise<Order> {
  const at = commands.now().toISOString()
  const restore = (reserved?: (DeletionCommand & { type: 'Restore' })['reserved']) =>
    onOrder(commands, orderId, { type: 'Restore', at, reserved }, metadata)
  const order = (await answeredBefore(commands, orderId, metadata))
    ? await restore()
    : await withPiecesAgain(commands, { orderId, before: 'restoring' }, restore, metadata)
  await putBack(commands, orderId, furtherCommand(metadata, 'put back'))
  await followDeletion(commands, orderId, furtherCommand(metadata, 'follow deletion'))
  return order
}

const answeredBefore = (commands: CommandHandler, orderId: string, metadata: CommandMetadata) =>
  commands.answered(orderDecider, orderStream(orderId), metadata)
