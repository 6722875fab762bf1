import { orderStream } from '@shop/language/order/events'
import type { Refund } from '@shop/language/order/refund-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { JobOutcome } from '@shop/stores/job-queue/job-queue'
import type { CommandHandler } from '../handler/command-handler.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import { answered, refundHasFailed } from '../payment/payment-provider.ts'
import { pauseWhilePending } from '../payment/refund-pauses.ts'
import { loadAnyOrder } from './load-order.ts'
import { inRefundTurn, type RefundParts } from './make-refund.ts'
import { noteProviderRefund } from './note-provider-refund.ts'
import { orderDecider } from './order-decider.ts'
import type { Order } from './order-state.ts'
import { openRefundCase, openReversed } from './refund-cases.ts'

type Which = Readonly<{ orderId: string; providerRefundId: string }>

/**
 * Looks up a pending refund. If the refund is still pending, returns the time until the next look-up (decisions O7: pending refunds).
 * Throws PROVIDER_UNAVAILABLE.
 */
export async function lookUpRefund(parts: RefundParts, which: Which, metadata: CommandMetadata): Promise<JobOutcome> {
  const refund = await lookUpPending(parts, which, metadata)
  if (refund?.state !== 'pending') return undefined
  return { againInMs: pauseWhilePending(parts.commands.now().getTime() - Date.parse(refund.at)) }
}

/** Like lookUpRefund, but returns the refund as it is after the look-up. */
export async function lookUpPending(parts: RefundParts, which: Which, metadata: CommandMetadata) {
  const { commands, payments } = parts
  const { orderId, providerRefundId } = which
  await inRefundTurn(parts, orderId, async (order) => {
    const refund = refundIn(order, providerRefundId)
    if (refund?.state !== 'pending') return
    const answer = answered(await payments.lookUpRefund(providerRefundId))
    if (answer.is === 'refunded') {
      const { captureId } = order.facts
      const made = {
        providerRefundId,
        status: 'made',
        captureId,
        amountCents: refund.amountCents,
        currency: 'USD',
      } as const
      await noteProviderRefund(commands, { orderId, ...made }, metadata)
    } else if (refundHasFailed(answer)) await noteFailure(commands, order, providerRefundId, answer.code, metadata)
  })
  return refundIn(await loadAnyOrder(commands, orderId), providerRefundId)
}

/** Records that a refund has failed after the provider had accepted it or reported it as made. Opens a case. */
export async function noteFailure(
  commands: CommandHandler,
  order: Order,
  providerRefundId: string,
  code: string,
  metadata: CommandMetadata,
) {
  const refund = refundIn(order, providerRefundId)
  if (refund?.state !== 'pending' && refund?.state !== 'made') return
  const { orderId } = order.facts
  await openRefundCase(commands, order, refund, { code, failedId: providerRefundId }, metadata)
  const note = { type: 'NoteRefundFailed', providerRefundId, code } as const
  const own = furtherCommand(metadata, 'refund failed', providerRefundId)
  await commands.ensure(orderDecider, orderStream(orderId), note, own)
  await openReversed(commands, await loadAnyOrder(commands, orderId), metadata)
}

const refundIn = ({ refunds }: Order, id: string): Refund | undefined =>
  refunds.find(({ providerRefundId }) => providerRefundId === id)
