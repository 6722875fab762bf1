import * as z from 'zod'
import { defineEvent, type EventOf, personal } from './event.ts'

export const Address = z.object({
  firstName: z.string(),
  lastName: z.string(),
  address: z.string(),
  city: z.string(),
  postalCode: z.string(),
  country: z.string(),
  phone: z.string(),
})
export type Address = z.output<typeof Address>

/**
 * One priced line; the price is the catalogue's at that moment. `paidCents` is what was paid for the whole line: price times
 * quantity, less its share of a discount. The lines of a purchase add up to its total.
 */
export const PricedItem = z.object({
  productId: z.string(),
  name: z.string(),
  image: z.string(),
  sku: z.string(),
  size: z.string(),
  color: z.string(),
  quantity: z.int().positive(),
  priceCents: z.int().nonnegative(),
  paidCents: z.int().nonnegative(),
})
export type PricedItem = z.output<typeof PricedItem>

/**
 * Who bought what, for how much, and where it goes: in a checkout, while its payment is pending, and in the order. `country` is
 * that of the address, in plain, so that it stays when the person is erased; empty if it is not known.
 */
export const bought = {
  customerId: z.string(),
  items: z.array(PricedItem).min(1),
  totalCents: z.int().nonnegative(),
  shippingAddress: personal(Address),
  country: z.string(),
  paymentMethod: z.string(),
}

type EarlierItem = Omit<PricedItem, 'paidCents'>

/**
 * Lifts what was bought from version 1, when there were no discounts. Its country stays unknown: it was sealed with the
 * address, and what is sealed goes nowhere else.
 */
export const withPaidAndCountry = <Earlier extends { items: readonly EarlierItem[] }>(data: Earlier) => ({
  ...data,
  items: data.items.map((item) => ({ ...item, paidCents: item.priceCents * item.quantity })),
  country: '',
})

const checkoutId = z.string()
const capture = { captureId: z.string(), amountCents: z.int().nonnegative() }

export const CheckoutStarted = defineEvent('CheckoutStarted', {
  schema: z.object({
    checkoutId,
    ...bought,
    startedAt: z.string(),
    expiresAt: z.string(),
  }),
  upcasters: [withPaidAndCountry],
  personal: { of: 'customerId', fields: ['shippingAddress'] },
})
/** The provider has an order under this id, which the buyer may approve. */
export const PaymentStarted = defineEvent('PaymentStarted', {
  schema: z.object({ checkoutId, providerOrderId: z.string() }),
})
/**
 * The provider has taken the money but still looks at it, for hours or days: the pieces are held until `holdUntil`
 * (decisions S7). `held` tells whether they were still reserved.
 */
export const PaymentPending = defineEvent('PaymentPending', {
  schema: z.object({
    checkoutId,
    ...bought,
    providerOrderId: z.string(),
    ...capture,
    pendingAt: z.string(),
    holdUntil: z.string(),
    held: z.boolean(),
  }),
  upcasters: [withPaidAndCountry],
  personal: { of: 'customerId', fields: ['shippingAddress'] },
})
/** The provider refuses this payment, for the reason that its `code` names. `final`: asked again, it refuses again. */
export const PaymentRefused = defineEvent('PaymentRefused', {
  schema: z.object({ checkoutId, providerOrderId: z.string(), code: z.string(), final: z.boolean() }),
})
/** A verified capture. `held` tells whether the stock was still reserved when the money came (decisions S3). */
export const CheckoutPaid = defineEvent('CheckoutPaid', {
  schema: z.object({ checkoutId, providerOrderId: z.string(), ...capture, paidAt: z.string(), held: z.boolean() }),
})
/** The buyer approved late, before any money was taken: the stock is reserved again, until the given time. */
export const CheckoutReopened = defineEvent('CheckoutReopened', {
  schema: z.object({ checkoutId, expiresAt: z.string() }),
})
/** All pieces are reserved: the present hold is complete until it ends. */
export const StockHeld = defineEvent('StockHeld', { schema: z.object({ checkoutId }) })
/** The payment came late, and the stock could be reserved again. */
export const StockHeldAgain = defineEvent('StockHeldAgain', { schema: z.object({ checkoutId }) })
/** `taken` are the lines of stock that the pieces came from, to which they would return. Nothing of a product: its shared line. */
export const CheckoutFinalized = defineEvent('CheckoutFinalized', {
  schema: z.object({
    checkoutId,
    orderId: z.string(),
    taken: z.array(
      z.object({ productId: z.string(), size: z.string(), color: z.string(), quantity: z.int().positive() }),
    ),
  }),
  upcasters: [(data) => ({ ...data, taken: [] })],
})
export const CheckoutExpired = defineEvent('CheckoutExpired', { schema: z.object({ checkoutId }) })
export const CheckoutSuperseded = defineEvent('CheckoutSuperseded', {
  schema: z.object({ checkoutId, by: z.string() }),
})
/** Not all of the stock could be reserved. */
export const CheckoutAbandoned = defineEvent('CheckoutAbandoned', {
  schema: z.object({ checkoutId, reason: z.string() }),
})
/** A payment to be refunded: taken twice, or for pieces that are no longer in stock. */
export const RefundRequested = defineEvent('RefundRequested', {
  schema: z.object({ checkoutId, ...capture, reason: z.string() }),
})
/**
 * It may take the place of an earlier checkout of its cart: of all that have joined one purchase, the first that is paid becomes
 * the order (decisions S6). A purchase has the id of its first checkout.
 */
export const PurchaseJoined = defineEvent('PurchaseJoined', {
  schema: z.object({ checkoutId, purchaseId: z.string() }),
})
/** In the stream of a purchase's first checkout: another of its checkouts is paid first. */
export const PurchaseTaken = defineEvent('PurchaseTaken', { schema: z.object({ checkoutId, by: z.string() }) })
/** The one that was paid first had to be refunded: another may become the order. */
export const PurchaseFreed = defineEvent('PurchaseFreed', { schema: z.object({ checkoutId, by: z.string() }) })
export const PaymentRefunded = defineEvent('PaymentRefunded', {
  schema: z.object({ checkoutId, ...capture, refundId: z.string() }),
})

export const checkoutEvents = [
  CheckoutStarted,
  PaymentStarted,
  PaymentPending,
  PaymentRefused,
  CheckoutPaid,
  CheckoutReopened,
  StockHeld,
  StockHeldAgain,
  CheckoutFinalized,
  CheckoutExpired,
  CheckoutSuperseded,
  CheckoutAbandoned,
  RefundRequested,
  PaymentRefunded,
  PurchaseJoined,
  PurchaseTaken,
  PurchaseFreed,
] as const
export type CheckoutEvent = EventOf<(typeof checkoutEvents)[number]>

export const checkoutStream = (checkoutId: string) => `checkout-${checkoutId}`
