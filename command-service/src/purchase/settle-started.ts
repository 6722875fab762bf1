import { isShopError } from '@shop/language/errors'
import type { PaymentState } from '../payment/payment-provider.ts'
import { isUnanswered, notVerified } from '../payment/verify-payment.ts'
import { further, loadPurchase, type Purchase } from './purchase.ts'
import { settlePayment } from './settle-payment.ts'

/** The provider's reports of payments, by the provider's id of the order. */
export type Found = ReadonlyMap<string, PaymentState>

/**
 * Settles every payment that was begun for a checkout. Uses the report in `found` if there is one. If no payment has paid the checkout,
 * throws like settlePayment.
 */
export async function settleStarted(purchase: Purchase, found: Found = new Map()): Promise<Purchase> {
  const { parts, metadata } = purchase
  let current = purchase
  let refusal = notVerified('No payment was begun')
  for (const providerOrderId of purchase.checkout.providerOrderIds) {
    try {
      const own = further(current, 'settle', providerOrderId)
      const signal = { providerOrderId, buyerAsks: false, found: found.get(providerOrderId) }
      current = { ...(await settlePayment(own, signal)), metadata }
    } catch (error) {
      if (!isShopError(error) || isUnanswered(error)) throw error
      refusal = error
      current = await loadPurchase(parts, current.checkout.checkoutId, metadata)
    }
  }
  if (!current.checkout.payment) throw refusal
  return current
}
