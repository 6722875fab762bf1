import { isShopError, ShopError } from '@shop/language/errors'
import type { PaymentFacts, ProviderOrder, Refused } from './payment-provider.ts'
import { type Words, wordsOn } from './provider-answers.ts'

/** Throws PAYMENT_NOT_VERIFIED or PAYMENT_AMOUNT_MISMATCH (decisions M2). For a payment without a custom id, see requireYounger. */
export function verifyPayment(
  payment: PaymentFacts,
  { checkoutId, totalCents }: Readonly<{ checkoutId: string; totalCents: number }>,
) {
  if (!payment.paysUs) throw notVerified('This payment went to another account')
  if (payment.customId !== undefined && payment.customId !== checkoutId)
    throw notVerified('This payment belongs to another checkout')
  if (payment.currency !== 'USD') throw notVerified('This payment is not in US dollars')
  if (payment.amountCents !== totalCents)
    throw new ShopError('PAYMENT_AMOUNT_MISMATCH', 'The amount of this payment is not the total of this checkout')
}

/**
 * A provider order without a custom id names no checkout. It counts only if it was made after the checkout began (decisions M2). Without
 * this rule, an attacker who knows another buyer's order could pay with it for a checkout with the same total.
 */
export function requireYounger({ customId, createdAt }: ProviderOrder, { startedAt }: Readonly<{ startedAt: string }>) {
  if (customId !== undefined) return
  if (createdAt === undefined || latestMs(createdAt) < Date.parse(startedAt))
    throw notVerified('This payment was begun before this checkout, or at an unknown time')
}

/** In ms. A time in whole seconds can mean any moment of its second. */
const latestMs = (time: string) => Date.parse(time) + (time.includes('.') ? 0 : 999)

/** The provider answered, but did not report the outcome, or did not act (decisions M13). */
class NotKnownYet extends ShopError {}

export const NOT_KNOWN_YET =
  'We do not know yet whether this payment succeeded. Do not pay again. We keep checking, and continue as soon as we know'

export const notKnownYet = (message = NOT_KNOWN_YET, options?: ErrorOptions) =>
  new NotKnownYet('PROVIDER_UNAVAILABLE', message, options)

/** Whether the provider was not asked, or gave no answer at all. */
export const isUnanswered = (refusal: unknown) =>
  isShopError(refusal, 'RATE_LIMITED') ||
  (isShopError(refusal, 'PROVIDER_UNAVAILABLE') && !(refusal instanceof NotKnownYet))

/** Whether the shop does not know if money was taken. */
export const leavesMoneyUnknown = (refusal: ShopError) => refusal instanceof NotKnownYet || isUnanswered(refusal)

export const notVerified = (message: string, options?: ConstructorParameters<typeof ShopError>[2]) =>
  new ShopError('PAYMENT_NOT_VERIFIED', message, options)

const REFUSALS: Readonly<Record<Words, string>> = {
  refused: 'The payment provider has refused this payment. Nothing was charged',
  declined: 'The payment was declined. Nothing was charged. Try another way to pay',
  'one more step':
    'The payment provider needs one more step from you. Nothing was charged yet. Press the payment button again',
}

/** `restart`: the buyer can continue with the same order in the provider's window. */
export const refusedPayment = ({ code, final }: Pick<Refused, 'code' | 'final'>) =>
  final ? notVerified(REFUSALS.refused) : notVerified(REFUSALS[wordsOn(code)], { details: { restart: true } })
