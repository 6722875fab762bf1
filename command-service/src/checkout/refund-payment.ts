import { checkoutStream } from '@shop/language/events/checkout-events'
import type { CommandMetadata } from '@shop/server/http/request-metadata'
import type { Parts } from '../parts.ts'
import { checkoutDecider } from './checkout-decider.ts'
import { releaseLapsed } from './hold-stock.ts'
import { loadCheckout, unknownCheckout } from './load-checkout.ts'

type Refund = Readonly<{ checkoutId: string; captureId: string; amountCents: number }>

/** Makes a refund that a checkout has requested, once, and releases the stock of its ended holds. */
export async function refundPayment(
  { commands, payments }: Parts,
  { checkoutId, captureId, amountCents }: Refund,
  metadata: CommandMetadata,
) {
  const { refunds } = await loadCheckout(commands, checkoutId)
  if (!refunds.has(captureId)) throw unknownCheckout()
  await releaseLapsed(commands, checkoutId, metadata)
  if (refunds.get(captureId)) return
  const { refundId } = await payments.refund({ checkoutId, captureId })
  const note = { type: 'NoteRefund', checkoutId, captureId, amountCents, refundId } as const
  await commands.ensure(checkoutDecider, checkoutStream(checkoutId), note, metadata)
}
