import { orderStream } from '@shop/language/events/order-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { furtherCommand } from '../handler/command-metadata.ts'
import type { Parts } from '../parts.ts'
import type { NotCarriedOut, Refused } from '../payment/payment-provider.ts'
import { loadAnyOrder } from './load-order.ts'
import { firstOf, tryRefund } from './make-refund.ts'
import { orderDecider, unknownOrder } from './order-decider.ts'

type Wanted = Readonly<{ orderId: string; refundId: string }>

/**
 * Tries a refund again that the provider has refused: one that it refused for good by a further refund of the same amount and pieces,
 * numbered after the first. Returns the provider's refusal. Throws PROVIDER_UNAVAILABLE, and CONFLICT if the money was refunded
 * otherwise meanwhile.
 */
export async function retryRefund(
  parts: Parts,
  { orderId, refundId }: Wanted,
  metadata: CommandMetadata,
): Promise<Refused | NotCarriedOut | undefined> {
  const { commands } = parts
  const order = await loadAnyOrder(commands, orderId)
  const tries = order.refunds.filter((one) => firstOf(one.refundId) === refundId)
  const last = tries.at(-1)
  if (!last) throw unknownOrder()
  if (last.state !== 'refused') return tryRefund(parts, { orderId, refundId: last.refundId }, metadata)
  const again = `${refundId}~${tries.length}`
  const { amountCents, pieces } = last
  const said = { reason: order.reasons[refundId] ?? '', at: commands.now().toISOString() }
  const wanted = { type: 'RequestRefund', refundId: again, ...said, amountCents, pieces } as const
  await commands.ensure(orderDecider, orderStream(orderId), wanted, furtherCommand(metadata, 'again', again))
  return tryRefund(parts, { orderId, refundId: again }, metadata)
}
