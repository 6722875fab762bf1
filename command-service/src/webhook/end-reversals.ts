import { type Signal, signalsOf } from '@shop/language/checkout/signal-events'
import { REVERSAL_CANCELLED } from '@shop/language/order/books'
import { orderStream } from '@shop/language/order/events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import { settleCase } from '../case/cases.ts'
import { loadCheckout } from '../checkout/load-checkout.ts'
import { furtherCommand } from '../handler/command-metadata.ts'
import { inRefundTurn } from '../order/make-refund.ts'
import { orderDecider } from '../order/order-decider.ts'
import type { Parts } from '../parts.ts'

export const REVERSED = 'PAYMENT.CAPTURE.REVERSED'
/** Outcomes after which the shop has the money. */
const WON = ['RESOLVED_SELLER_FAVOUR', 'CANCELED_BY_BUYER', 'DENIED']

/**
 * After a dispute that the shop has won, the provider gives the money of earlier reversals back to the shop. Webhooks arrive in any order,
 * so call this after each reversal and after each dispute that has ended. Does nothing if the checkout has no order.
 */
export async function endReversals(parts: Parts, checkoutId: string, metadata: CommandMetadata) {
  const { commands } = parts
  const { status, payment } = await loadCheckout(commands, checkoutId)
  if (status !== 'finalized' || !payment) return
  const signals = await signalsAbout(parts, [payment.captureId, payment.providerOrderId])
  const wonAt = signals.filter(({ dispute }) => WON.includes(dispute?.outcome ?? '')).map(timeOf)
  const over = signals.filter((one) => one.what === REVERSED && wonAt.some((time) => timeOf(one) <= time))
  if (over.length === 0) return
  await inRefundTurn(parts, checkoutId, async (order) => {
    for (const { refundId } of over) {
      if (!refundId) continue
      const noted = order.refunds.find((one) => one.isReversal && one.state === 'made' && one.refundId === refundId)
      const note = { type: 'NoteRefundFailed', providerRefundId: refundId, code: REVERSAL_CANCELLED } as const
      const own = furtherCommand(metadata, 'reversal ended', refundId)
      if (noted) await commands.ensure(orderDecider, orderStream(checkoutId), note, own)
      await settleCase(commands, { kind: 'refund-at-provider', refundId }, { outcome: 'settled' }, metadata)
    }
  })
}

async function signalsAbout({ commands }: Parts, keys: readonly string[]): Promise<readonly Signal[]> {
  const signals: Signal[] = []
  for (const key of keys) for await (const { data } of commands.eventsOf(signalsOf(key))) signals.push(data as Signal)
  return signals
}

/** At the provider, if the webhook says it. */
const timeOf = ({ dispute, createdAt, receivedAt }: Signal) => dispute?.changedAt ?? createdAt ?? receivedAt
