import { ShopError } from '@shop/language/errors'
import type { PaymentFacts, ProviderOrder } from './payment-provider.ts'

/**
 * Checks that a payment is for this checkout, over its total, in US dollars and to the shop (decisions M2). Throws
 * PAYMENT_NOT_VERIFIED or PAYMENT_AMOUNT_MISMATCH. One without a custom id was created in an older client's browser: see requireYounger.
 */
export function verifyPayment(
  payment: PaymentFacts,
  { checkoutId, totalCents }: Readonly<{ checkoutId: string; totalCents: number }>,
) {
  if (!payment.paysUs) throw notVerified('This payment went to somebody else')
  if (payment.customId !== undefined && payment.customId !== checkoutId)
    throw notVerified('This payment belongs to another checkout')
  if (payment.currency !== 'USD') throw notVerified('This payment is not in US dollars')
  if (payment.amountCents !== totalCents)
    throw new ShopError('PAYMENT_AMOUNT_MISMATCH', 'The amount of this payment is not the total of this checkout')
}

/**
 * An order without a custom id names no checkout, so its age has to: it counts only if it was made after the checkout began
 * (decisions M2). Otherwise somebody who learns the id of another's order could begin a checkout to fit it.
 */
export function requireYounger({ customId, createdAt }: ProviderOrder, { startedAt }: Readonly<{ startedAt: string }>) {
  if (customId !== undefined) return
  if (createdAt === undefined || latestMs(createdAt) < Date.parse(startedAt))
    throw notVerified('This payment was begun before this checkout')
}

/** PayPal tells whole seconds: the order was made somewhere in that second. */
const latestMs = (time: string) => Date.parse(time) + (time.includes('.') ? 0 : 999)

export const notVerified = (message: string, options?: ErrorOptions) =>
  new ShopError('PAYMENT_NOT_VERIFIED', message, options)
