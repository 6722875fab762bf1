import { isShopError } from '@shop/language/errors'
import { notVerified } from '../payment/verify-payment.ts'
import { further, loadPurchase, type Purchase } from './purchase.ts'
import { settlePayment } from './settle-payment.ts'

/** Settles every payment that was begun for a checkout; if none has paid it, throws as settlePayment does. */
export async function settleStarted(purchase: Purchase): Promise<Purchase> {
  const { parts, metadata } = purchase
  let current = purchase
  let refusal = notVerified('No payment was begun')
  for (const providerOrderId of purchase.checkout.providerOrderIds) {
    try {
      const own = further(current, 'settle', providerOrderId)
      current = { ...(await settlePayment(own, { providerOrderId, buyerAsks: false })), metadata }
    } catch (error) {
      if (!isShopError(error) || error.code === 'PROVIDER_UNAVAILABLE') throw error
      refusal = error
      current = await loadPurchase(parts, current.checkout.checkoutId, metadata)
    }
  }
  if (!current.checkout.payment) throw refusal
  return current
}
