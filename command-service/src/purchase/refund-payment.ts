import { releaseLapsed } from '../checkout/hold-stock.ts'
import { unknownCheckout } from '../checkout/load-checkout.ts'
import { answered } from '../payment/payment-provider.ts'
import { type Purchase, record } from './purchase.ts'

/** Makes a refund that a checkout has requested, once, and releases the stock of its ended holds. */
export async function refundPayment(purchase: Purchase, captureId: string, amountCents: number) {
  const { parts, metadata, checkout } = purchase
  const { checkoutId, refunds } = checkout
  if (!refunds.has(captureId)) throw unknownCheckout()
  await releaseLapsed(parts.commands, checkout, metadata)
  if (refunds.get(captureId)) return
  const answer = answered(await parts.payments.refund({ checkoutId, captureId }))
  if (answer.is === 'refused')
    throw new Error(`The payment provider refuses the refund of ${captureId}: ${answer.code}`)
  await record(purchase, { type: 'NoteRefund', captureId, amountCents, refundId: answer.refundId })
}
