import { MAX_PAYMENT_CENTS } from '@shop/language/api/limits'
import { ShopError } from '@shop/language/errors'
import { notOpen } from '../checkout/checkout-state.ts'
import { holdStock } from '../checkout/hold-stock.ts'
import { answered } from '../payment/payment-provider.ts'
import { notVerified } from '../payment/verify-payment.ts'
import { beginPayment } from './claim-payment.ts'
import { requireUnbought } from './one-order.ts'
import type { Purchase } from './purchase.ts'

/**
 * Creates the provider's order for a checkout over the shop's own total, once, and another if that one was refused for
 * good; the pieces are held before (decisions M3).
 */
export async function startPayment({ parts, metadata, ...purchase }: Purchase): Promise<string> {
  await requireUnbought({ parts, metadata, ...purchase })
  const checkout = await holdStock(parts.commands, purchase.checkout, metadata)
  const { checkoutId, status, totalCents, providerOrderIds, refusals } = checkout
  if (status !== 'open') throw notOpen(status)
  // Beyond the maximum only of a checkout that an earlier version started.
  if (totalCents === 0 || totalCents > MAX_PAYMENT_CENTS)
    throw new ShopError('VALIDATION_FAILED', 'Invalid amount for payment.')
  const refused = providerOrderIds.filter((id) => refusals.get(id)?.final)
  const known = providerOrderIds.find((id) => !refused.includes(id))
  if (known) return known
  const answer = answered(await parts.payments.createOrder({ checkoutId, totalCents, attempt: refused.length }))
  if (answer.is === 'refused') throw notVerified('The payment provider takes no payment for this checkout')
  const { providerOrderId } = answer
  const begun = await beginPayment({ parts, metadata, checkout }, providerOrderId)
  if (begun.checkout.status !== 'open') throw notOpen(begun.checkout.status)
  return providerOrderId
}
