import { MAX_PAYMENT_CENTS } from '@shop/language/api/limits'
import { ShopError } from '@shop/language/errors'
import { notOpen } from '../checkout/checkout-state.ts'
import { holdStock } from '../checkout/hold-stock.ts'
import { answered } from '../payment/payment-provider.ts'
import { notKnownYet, notVerified } from '../payment/verify-payment.ts'
import { beginPayment } from './claim-payment.ts'
import { requireUnbought } from './one-order.ts'
import { noteForMerchant } from './payments-refused.ts'
import { inPaymentTurn, type Purchase, record } from './purchase.ts'

/**
 * Creates the provider's order for a checkout over the shop's own total, once, and another if that one was refused for
 * good; the pieces are held before (decisions M3). Throws PAYMENT_NOT_VERIFIED if the provider refuses, and PROVIDER_UNAVAILABLE.
 */
export const startPayment = (purchase: Purchase): Promise<string> =>
  inPaymentTurn(purchase, async (current) => {
    const { parts, metadata } = current
    await requireUnbought(current)
    const checkout = await holdStock(parts.commands, current.checkout, metadata)
    const { checkoutId, status, totalCents, items, shippingAddress, providerOrderIds, refusals, startRefusals } =
      checkout
    if (status !== 'open') throw notOpen(status)
    // Beyond the maximum only of a checkout that an earlier version started.
    if (totalCents === 0 || totalCents > MAX_PAYMENT_CENTS)
      throw new ShopError('VALIDATION_FAILED', 'Invalid amount for payment.')
    const refused = providerOrderIds.filter((id) => refusals.get(id)?.final)
    const known = providerOrderIds.find((id) => !refused.includes(id))
    if (known) return known
    const goods = { checkoutId, totalCents, items, shippingAddress }
    const attempt = refused.length + startRefusals
    const created = await parts.payments.createOrder({ ...goods, attempt })
    const answer = answered(await noteForMerchant(current, created))
    if (answer.is !== 'created') {
      const { code, is: meaning } = answer
      const refusal = { type: 'NoteStartRefusal', code, meaning, attempt: startRefusals } as const
      await record({ parts, metadata, checkout }, refusal, 'not started', String(startRefusals))
      if (meaning === 'not carried out')
        throw notKnownYet('The payment cannot be started right now. Nothing was charged. Try again in a moment')
      throw notVerified('The payment provider takes no payment for this checkout. Nothing was charged')
    }
    const begun = await beginPayment({ parts, metadata, checkout }, answer.providerOrderId)
    if (begun.checkout.status !== 'open') throw notOpen(begun.checkout.status)
    return answer.providerOrderId
  })
