import type { Why } from '@shop/language/order/chosen-reason'
import type { OrderPieces } from '@shop/language/order/refund-events'
import type { ReceivedPieces } from '@shop/language/order/return-events'
import { idFrom } from '@shop/language/values/id-from'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { ChosenPieces } from './decide-refund.ts'
import { onOrder } from './load-order.ts'
import { type RefundParts, refundNow } from './make-refund.ts'
import type { Order } from './order-state.ts'
import { putBack } from './put-back.ts'

/*
 * Each request handles one command on the order's stream, and then moves money and pieces. If the process dies or the provider does not
 * answer, a job moves the money and pieces later.
 */

/** Refunds pieces, an amount in cents, or the whole rest of the payment. Throws CONFLICT if too little is left. */
export async function refundOrder(
  parts: RefundParts,
  orderId: string,
  wanted: Why & Readonly<{ pieces?: readonly ChosenPieces[] | undefined; amountCents?: number | undefined }>,
  metadata: CommandMetadata,
): Promise<Readonly<{ order: Order; refundId: string }>> {
  const refundId = refundIdOf(metadata)
  const left = await onOrder(
    parts.commands,
    orderId,
    { type: 'RequestRefund', refundId, at: now(parts), ...wanted },
    metadata,
  )
  const order = await refundNow(parts, left, refundId, furtherCommand(metadata, 'refund'))
  await putBack(parts.commands, orderId, furtherCommand(metadata, 'put back'))
  return { order, refundId }
}

/** Throws CONFLICT if the order is shipped. */
export async function cancelByCustomer(
  parts: RefundParts,
  orderId: string,
  metadata: CommandMetadata,
  why: Why = {},
): Promise<Order> {
  const refundId = refundIdOf(metadata)
  const left = await onOrder(parts.commands, orderId, { type: 'Cancel', refundId, ...why, at: now(parts) }, metadata)
  await putBack(parts.commands, orderId, furtherCommand(metadata, 'put back'))
  return refundNow(parts, left, refundId, furtherCommand(metadata, 'refund'))
}

/**
 * Receives a return. Pieces that can be sold again go back into stock. Refunds `amountCents`, or by default the amount that `ReceiveReturn`
 * decides.
 */
export async function receiveReturn(
  parts: RefundParts,
  { orderId, returnId }: Readonly<{ orderId: string; returnId: string }>,
  what: Omit<Why, 'reason'> & Readonly<{ received: readonly ReceivedPieces[]; amountCents?: number | undefined }>,
  metadata: CommandMetadata,
): Promise<Order> {
  const refundId = refundIdOf(metadata)
  const receive = { type: 'ReceiveReturn', returnId, refundId, at: now(parts), ...what } as const
  const left = await onOrder(parts.commands, orderId, receive, metadata)
  await putBack(parts.commands, orderId, furtherCommand(metadata, 'put back'))
  return refundNow(parts, left, refundId, furtherCommand(metadata, 'refund'))
}

/** Throws CONFLICT if the order is not shipped yet, if the time for returns is over, or if the pieces cannot be returned. */
export async function requestReturn(
  parts: RefundParts,
  orderId: string,
  wanted: Why & Readonly<{ pieces: readonly OrderPieces[] }>,
  metadata: CommandMetadata,
): Promise<Readonly<{ order: Order; returnId: string }>> {
  const returnId = idFrom(metadata.causationId, 'return')
  const order = await onOrder(
    parts.commands,
    orderId,
    { type: 'RequestReturn', returnId, at: now(parts), ...wanted },
    metadata,
  )
  return { order, returnId }
}

export const refundIdOf = ({ causationId }: CommandMetadata) => idFrom(causationId, 'refund')
const now = ({ commands }: RefundParts) => commands.now().toISOString()
