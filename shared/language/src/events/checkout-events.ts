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
  /** Absent from addresses that were given before there were these fields. */
  address2: z.string().exactOptional(),
  state: z.string().exactOptional(),
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

/** Lifts what was bought from version 1, without discounts. Its country stays unknown, since it was sealed with the address. */
export const withPaidAndCountry = <Earlier extends { items: readonly EarlierItem[] }>(data: Earlier) => ({
  ...data,
  items: data.items.map((item) => ({ ...item, paidCents: item.priceCents * item.quantity })),
  country: '',
})

/** Lifts what has an address from before it had a second line and a state, which stay absent. */
export const asItIs = <Earlier>(data: Earlier): Earlier => data

const checkoutId = z.string()
const capture = { captureId: z.string(), amountCents: z.int().nonnegative() }

export const CheckoutStarted = defineEvent('CheckoutStarted', {
  says: 'A customer began to check out: the lines, their prices and where they go are fixed.',
  schema: z.object({
    checkoutId,
    ...bought,
    startedAt: z.string(),
    expiresAt: z.string(),
  }),
  upcasters: [withPaidAndCountry, asItIs],
  personal: { of: 'customerId', fields: ['shippingAddress'] },
})
/** Beside the start of a checkout whose lines share a discount: the use of the code of this address that it holds (decisions P15). */
export const DiscountGiven = defineEvent('DiscountGiven', {
  says: 'The code for a first order was given with a checkout: its lines share this discount.',
  schema: z.object({ checkoutId, emailKey: z.string(), amountCents: z.int().nonnegative() }),
})
export const PaymentStarted = defineEvent('PaymentStarted', {
  says: 'The payment provider has an order under this id, which the buyer may approve.',
  schema: z.object({ checkoutId, providerOrderId: z.string() }),
})
/**
 * The provider has taken the money but still looks at it, for hours or days, for the `reason` that it names, if it names one: the
 * pieces are held until `holdUntil` (decisions S7). `held` tells whether they were still reserved.
 */
export const PaymentPending = defineEvent('PaymentPending', {
  says: 'The provider has taken the money but still looks at it: the pieces are held until `holdUntil`.',
  schema: z.object({
    checkoutId,
    ...bought,
    providerOrderId: z.string(),
    ...capture,
    pendingAt: z.string(),
    holdUntil: z.string(),
    held: z.boolean(),
    reason: z.nullable(z.string()),
  }),
  upcasters: [withPaidAndCountry, asItIs, (data) => ({ ...data, reason: null })],
  personal: { of: 'customerId', fields: ['shippingAddress'] },
})
/** The provider refuses this payment, for the reason that its `code` names. `final`: asked again, it refuses again. */
export const PaymentRefused = defineEvent('PaymentRefused', {
  says: 'The provider refuses this payment, for the reason that its `code` names.',
  schema: z.object({ checkoutId, providerOrderId: z.string(), code: z.string(), final: z.boolean() }),
})
/** A verified capture. `held` tells whether the stock was still reserved when the money came (decisions S3). */
export const CheckoutPaid = defineEvent('CheckoutPaid', {
  says: 'A capture was verified; `held` tells whether the stock was still reserved when the money came.',
  schema: z.object({ checkoutId, providerOrderId: z.string(), ...capture, paidAt: z.string(), held: z.boolean() }),
})
export const CheckoutReopened = defineEvent('CheckoutReopened', {
  says: 'The buyer approved late, before any money was taken: the stock is reserved again, until the given time.',
  schema: z.object({ checkoutId, expiresAt: z.string() }),
})
/** All pieces are reserved: the present hold is complete until it ends. */
export const StockHeld = defineEvent('StockHeld', {
  says: 'All pieces of a checkout are reserved.',
  schema: z.object({ checkoutId }),
})
export const StockHeldAgain = defineEvent('StockHeldAgain', {
  says: 'The payment came late, and the stock could be reserved again.',
  schema: z.object({ checkoutId }),
})
/** `taken` are the lines of stock that the pieces came from, to which they would return. Nothing of a product: its shared line. */
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
  says: 'Nobody paid in time: the pieces of a checkout are free again.',
  schema: z.object({ checkoutId }),
})
export const CheckoutSuperseded = defineEvent('CheckoutSuperseded', {
  says: 'The customer began another checkout in the place of this one.',
  schema: z.object({ checkoutId, by: z.string() }),
})
/** Not all of the stock could be reserved, or its code. */
export const CheckoutAbandoned = defineEvent('CheckoutAbandoned', {
  says: 'A checkout ended before it was paid, since not all of its stock, or its code, could be reserved.',
  schema: z.object({ checkoutId, reason: z.string() }),
})
export const RefundRequested = defineEvent('RefundRequested', {
  says: 'A payment is to be refunded: it was taken twice, or what it was for could not be held any more.',
  schema: z.object({ checkoutId, ...capture, reason: z.string() }),
})
/**
 * It may take the place of an earlier checkout of its cart: of all that have joined one purchase, the first that is paid becomes
 * the order (decisions S6). A purchase has the id of its first checkout.
 */
export const PurchaseJoined = defineEvent('PurchaseJoined', {
  says: 'A checkout may take the place of an earlier one of its cart: of all that have joined, the first that is paid becomes the order.',
  schema: z.object({ checkoutId, purchaseId: z.string() }),
})
/** In the stream of a purchase's first checkout: another of its checkouts is paid first. */
export const PurchaseTaken = defineEvent('PurchaseTaken', {
  says: 'Another checkout of the same purchase was paid first.',
  schema: z.object({ checkoutId, by: z.string() }),
})
export const PurchaseFreed = defineEvent('PurchaseFreed', {
  says: 'The checkout that was paid first had to be refunded: another may become the order.',
  schema: z.object({ checkoutId, by: z.string() }),
})
export const PaymentRefunded = defineEvent('PaymentRefunded', {
  says: 'The provider gave back a payment that became no order.',
  schema: z.object({ checkoutId, ...capture, refundId: z.string() }),
})

export const checkoutEvents = [
  CheckoutStarted,
  DiscountGiven,
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
