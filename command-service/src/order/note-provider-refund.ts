import { orderStream } from '@shop/language/events/order-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { CommandHandler } from '../handler/command-handler.ts'
import { onceOnly } from '../handler/command-metadata.ts'
import { settleIfMade } from './make-refund.ts'
import { orderDecider } from './order-decider.ts'

type Made = Readonly<{
  /** The order's id, which is its checkout's. */
  orderId: string
  /** The provider's id of the refund. */
  providerRefundId: string
  /** The `custom_id` of the refund: the shop's own id, if the shop has asked for it. */
  refundId?: string | undefined
  captureId: string
  amountCents: number
  currency: string
}>

/**
 * Notes a refund that the provider tells of, once by the provider's id, whoever tells: webhook or reconciler. One that the shop has asked
 * for becomes made, and its case settled. Throws NOT_FOUND for an unknown order; CONFLICT while the shop asks for a refund of the same amount, which it may
 * be: tell again later; and CONFLICT for another payment or currency, or if more would be refunded than was paid.
 */
export async function noteProviderRefund(
  commands: CommandHandler,
  { orderId, ...made }: Made,
  metadata: CommandMetadata,
) {
  const note = { type: 'NoteProviderRefund', ...made, at: commands.now().toISOString() } as const
  const once = onceOnly(metadata, 'refund at the provider', orderId, made.providerRefundId)
  await commands.ensure(orderDecider, orderStream(orderId), note, once)
  if (made.refundId) await settleIfMade(commands, { orderId, refundId: made.refundId }, metadata)
}
