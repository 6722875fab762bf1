import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { furtherCommand } from '../handler/command-metadata.ts'
import { onOrder } from './load-order.ts'
import { type RefundParts, refundNow } from './make-refund.ts'

/**
 * Refunds the rest of a deleted order's payment (decisions O8). A repeat refunds nothing more. Throws CONFLICT if the order was
 * restored meanwhile, or if nothing is left.
 */
export async function refundDeleted(
  parts: RefundParts,
  { orderId, refundId }: Readonly<{ orderId: string; refundId: string }>,
  reason: string,
  metadata: CommandMetadata,
) {
  const { commands } = parts
  const at = commands.now().toISOString()
  const own = furtherCommand(metadata, 'refund deleted', refundId)
  const order = await onOrder(commands, orderId, { type: 'RefundDeleted', refundId, reason, at }, own)
  await refundNow(parts, order, refundId, furtherCommand(metadata, 'refund'))
}
