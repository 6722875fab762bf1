import { isShopError, ShopError } from '@shop/language/errors'
import type { PaymentFacts, ProviderOrder, Refused } from './payment-provider.ts'
import { type Words, wordsOn } from './provider-answers.ts'

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

/** The provider answers, and does not say what has become of a payment, or did not act on the request (decisions M13). */
class NotKnownYet extends ShopError {}

export const NOT_KNOWN_YET =
  'It is not known yet whether this payment went through. Do not pay again: we look until we know, and go on by ourselves'

export const notKnownYet = (message = NOT_KNOWN_YET, options?: ErrorOptions) =>
  new NotKnownYet('PROVIDER_UNAVAILABLE', message, options)

/** Whether the provider has not answered at all: until it does, nothing about a payment may be concluded. */
export const isUnanswered = (refusal: unknown) =>
  isShopError(refusal, 'PROVIDER_UNAVAILABLE') && !(refusal instanceof NotKnownYet)

export const notVerified = (message: string, options?: ConstructorParameters<typeof ShopError>[2]) =>
  new ShopError('PAYMENT_NOT_VERIFIED', message, options)

const REFUSALS: Readonly<Record<Words, string>> = {
  refused: 'The payment provider has refused this payment. Nothing was charged',
  declined: 'The payment was declined. Nothing was charged. Try another way to pay',
  'one more step':
    'The payment provider needs one more step from you. Nothing was charged yet. Press the payment button again',
}

/** The refusal of a payment by the provider; `restart`: the buyer may go on with the same order, in the provider's window. */
export const refusedPayment = ({ code, final }: Pick<Refused, 'code' | 'final'>) =>
  final ? notVerified(REFUSALS.refused) : notVerified(REFUSALS[wordsOn(code)], { details: { restart: true } })
