import { ShopError } from '@shop/language/errors'
import { MAX_PAYMENT_CENTS } from '@shop/language/limits'
import { notOpen } from '../checkout/checkout-state.ts'
import { holdStock } from '../checkout/hold-stock.ts'
import { answered } from '../payment/payment-provider.ts'
import { leftOutAfter } from '../payment/provider-answers.ts'
import { notKnownYet, notVerified } from '../payment/verify-payment.ts'
import { beginPayment } from './claim-payment.ts'
import { requireUnbought } from './one-order.ts'
import { noteForMerchant } from './payments-refused.ts'
import { inPaymentTurn, type Purchase, record } from './purchase.ts'

/**
 * Creates the provider order for a checkout, once, with the shop's own total. If that order was finally refused, creates another order. The
 * pieces are held first (decisions M3). Throws PAYMENT_NOT_VERIFIED if the provider refuses, and PROVIDER_UNAVAILABLE.
 */
export const startPayment = (purchase: Purchase): Promise<string> =>
  inPaymentTurn(purchase, async (current) => {
    const { parts, metadata } = current
    await requireUnbought(current)
    const checkout = await holdStock(parts.commands, current.checkout, metadata)
    const { status, totalCents, providerOrderIds, refusals } = checkout
    if (status !== 'open') throw notOpen(status)
    // A new checkout with such a total is refused when it starts. Only a checkout that an earlier release started can exceed the maximum.
    if (totalCents === 0 || totalCents > MAX_PAYMENT_CENTS)
      throw new ShopError('VALIDATION_FAILED', 'Invalid amount for payment.')
    const refused = providerOrderIds.filter((id) => refusals.get(id)?.final)
    const known = providerOrderIds.find((id) => !refused.includes(id))
    if (known) return known
    const providerOrderId = await createOrder({ parts, metadata, checkout }, refused.length)
    const begun = await beginPayment({ parts, metadata, checkout }, providerOrderId)
    if (begun.checkout.status !== 'open') throw notOpen(begun.checkout.status)
    return providerOrderId
  })

/**
 * `refusedOrders` is the number of provider orders that were finally refused. If the provider refuses the address or the lines, the next
 * try leaves them out, so that they never prevent a payment (decisions M16).
 */
async function createOrder(purchase: Purchase, refusedOrders: number): Promise<string> {
  const { checkoutId, totalCents, items, shippingAddress, startRefusals } = purchase.checkout
  const leavesOut = leftOutAfter(startRefusals)
  const goods = { checkoutId, totalCents, items, shippingAddress, leavesOut }
  const attempt = refusedOrders + startRefusals.length
  const created = await purchase.parts.payments.createOrder({ ...goods, attempt })
  if (created.is === 'created' || created.is === 'unknown')
    return answered(await noteForMerchant(purchase, created)).providerOrderId
  const { code, is: meaning } = created
  const refusal = { type: 'NoteStartRefusal', code, meaning, attempt: startRefusals.length } as const
  const noted = await record(purchase, refusal, 'not started', String(startRefusals.length))
  if (leftOutAfter(noted.checkout.startRefusals) !== leavesOut) return createOrder(noted, refusedOrders)
  await noteForMerchant(noted, created)
  if (meaning === 'not carried out')
    throw notKnownYet('The payment cannot be started right now. Nothing was charged. Try again in a moment')
  throw notVerified('The payment provider takes no payment for this checkout. Nothing was charged')
}
