import { noteRefundsAtProvider } from '../order/note-provider-refund.ts'
import type { ProviderOrder } from '../payment/payment-provider.ts'
import { placeOrder } from './place-order.ts'
import type { Purchase } from './purchase.ts'

/**
 * Notes what the provider had refunded of a payment before the shop saw that it was taken: the order is placed first, since its books
 * hold the refunds (decisions O7). Returns the same purchase.
 */
export async function noteEarlierRefunds(purchase: Purchase, providerOrder: ProviderOrder): Promise<Purchase> {
  const { parts, checkout, metadata } = purchase
  if (providerOrder.refunds.length === 0 || checkout.status !== 'paid') return purchase
  await placeOrder(purchase)
  await noteRefundsAtProvider(parts, { orderId: checkout.checkoutId, providerOrder }, metadata)
  return purchase
}
