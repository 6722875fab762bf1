import * as z from 'zod'
import { asItIs, bought, withPaidAndCountry } from '../events/bought.ts'
import { defineEvent, type EventOf } from '../events/event.ts'
import { paymentEvents } from './payment-events.ts'
import { SellerProtection } from './seller-protection.ts'

const checkoutId = z.string()
const capture = { captureId: z.string(), amountCents: z.int().nonnegative() }

export const CheckoutStarted = defineEvent('CheckoutStarted', {
  says: 'A customer started a checkout. Its lines, prices and address are fixed.',
  schema: z.object({
    checkoutId,
    ...bought,
    startedAt: z.string(),
    expiresAt: z.string(),
    /**
     * The customer had no confirmed e-mail address and no paid order. So the checkout could not hold the last third of a product's pieces
     * (decisions K1: budgets of holds).
     */
    newcomer: z.literal(true).exactOptional(),
  }),
  upcasters: [withPaidAndCountry, asItIs, asItIs],
  personal: { of: 'customerId', fields: ['shippingAddress'] },
})
/**
 * Recorded with the start of a checkout that has a discount. `emailKey` names the address that the code was mailed to (decisions P15:
 * newsletter discount).
 */
export const DiscountGiven = defineEvent('DiscountGiven', {
  says: 'A checkout uses the discount code for a first order. The discount is divided among the lines of the checkout.',
  schema: z.object({ checkoutId, emailKey: z.string(), amountCents: z.int().nonnegative() }),
})
/** See decisions S3 (late payments). */
export const CheckoutPaid = defineEvent('CheckoutPaid', {
  says: 'A capture was verified; `held` says whether the stock was still reserved when the money came.',
  schema: z.object({
    checkoutId,
    providerOrderId: z.string(),
    ...capture,
    paidAt: z.string(),
    held: z.boolean(),
    /** Absent if unknown, as in payments from before this field existed. */
    sellerProtection: SellerProtection.exactOptional(),
  }),
  upcasters: [asItIs],
})
export const CheckoutReopened = defineEvent('CheckoutReopened', {
  says: 'The buyer approved the payment after the hold had ended, and no money is taken yet. The stock is reserved again, until the given time.',
  schema: z.object({ checkoutId, expiresAt: z.string() }),
})
export const StockHeld = defineEvent('StockHeld', {
  says: 'All pieces of a checkout are reserved.',
  schema: z.object({ checkoutId }),
})
export const StockHeldAgain = defineEvent('StockHeldAgain', {
  says: 'The payment came late, and the stock was reserved again.',
  schema: z.object({ checkoutId }),
})
/** Returned pieces go back to the lines in `taken`. If `taken` has no line of a product, all its pieces came from its shared line. */
export const CheckoutFinalized = defineEvent('CheckoutFinalized', {
  says: 'A paid checkout became an order; `taken` are the lines of stock that the pieces came from.',
  schema: z.object({
    checkoutId,
    orderId: z.string(),
    taken: z.array(
      z.object({ productId: z.string(), size: z.string(), color: z.string(), quantity: z.int().positive() }),
    ),
  }),
  upcasters: [(data) => ({ ...data, taken: [] })],
})
export const CheckoutExpired = defineEvent('CheckoutExpired', {
  says: 'A checkout was not paid in time. Its pieces are available again.',
  schema: z.object({ checkoutId }),
})
export const CheckoutSuperseded = defineEvent('CheckoutSuperseded', {
  says: 'The customer started another checkout, which replaces this checkout.',
  schema: z.object({ checkoutId, by: z.string() }),
})
export const CheckoutAbandoned = defineEvent('CheckoutAbandoned', {
  says: 'A checkout ended before it was paid. Either the shop could not reserve all its pieces or its discount code, or the customer or an admin ended it.',
  schema: z.object({ checkoutId, reason: z.string() }),
})
/** Two checkouts of one cart may both take money (decisions S6: money taken more than once). */
export const PurchaseJoined = defineEvent('PurchaseJoined', {
  says: 'A checkout was added to the purchase of an earlier checkout from the same cart. The checkout that is paid first becomes the order.',
  schema: z.object({ checkoutId, purchaseId: z.string() }),
})
/** Recorded in the stream of the purchase's first checkout. `by`: the checkout that was paid first. */
export const PurchaseTaken = defineEvent('PurchaseTaken', {
  says: 'Another checkout of the same purchase was paid first.',
  schema: z.object({ checkoutId, by: z.string() }),
})
export const PurchaseFreed = defineEvent('PurchaseFreed', {
  says: 'The shop refunded the checkout that was paid first. Another checkout of the same purchase can now become the order.',
  schema: z.object({ checkoutId, by: z.string() }),
})
export const checkoutEvents = [
  ...paymentEvents,
  CheckoutStarted,
  DiscountGiven,
  CheckoutPaid,
  CheckoutReopened,
  StockHeld,
  StockHeldAgain,
  CheckoutFinalized,
  CheckoutExpired,
  CheckoutSuperseded,
  CheckoutAbandoned,
  PurchaseJoined,
  PurchaseTaken,
  PurchaseFreed,
] as const
export type CheckoutEvent = EventOf<(typeof checkoutEvents)[number]>

export const checkoutStream = (checkoutId: string) => `checkout-${checkoutId}`
