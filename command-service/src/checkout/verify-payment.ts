import { ShopError } from '@shop/language/errors'
import type { Checkout } from './checkout-state.ts'
import type { Capture, PaymentFacts, ProviderOrder } from './payment-provider.ts'

export type PaymentState =
  | { is: 'taken'; capture: Capture }
  | { is: 'approved' }
  /** The money is on its way, or under review: only the provider can tell how it ends. */
  | { is: 'pending' }
  | { is: 'open' }

/** How far a provider's order has come. One whose money went back is open again in name only: it is never paid. */
export function stateOf({ status, captures }: ProviderOrder): PaymentState {
  const capture = captures.find((taken) => taken.status === 'COMPLETED')
  if (capture) return { is: 'taken', capture }
  if (captures.some((taken) => taken.status === 'PENDING')) return { is: 'pending' }
  return status === 'APPROVED' ? { is: 'approved' } : { is: 'open' }
}

/**
 * Is it this checkout's money, all of it, in our currency and to us (decisions M2)? Throws PAYMENT_NOT_VERIFIED or
 * PAYMENT_AMOUNT_MISMATCH. A payment without a custom id was made by an older client's browser: it may be this one's.
 */
export function verifyPayment(payment: PaymentFacts, { checkoutId, totalCents }: Checkout) {
  if (!payment.paysUs) throw notVerified('This payment went to somebody else')
  if (payment.customId !== undefined && payment.customId !== checkoutId)
    throw notVerified('This payment belongs to another checkout')
  if (payment.currency !== 'USD') throw notVerified('This payment is not in US dollars')
  if (payment.amountCents !== totalCents)
    throw new ShopError('PAYMENT_AMOUNT_MISMATCH', 'The amount of this payment is not the total of this checkout')
}

export const notVerified = (message: string, options?: ErrorOptions) =>
  new ShopError('PAYMENT_NOT_VERIFIED', message, options)
