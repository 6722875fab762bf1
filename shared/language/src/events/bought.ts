import * as z from 'zod'
import { personal } from './event.ts'

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

/**
 * Lifts what was bought from version 1, when there were no discounts. Its country stays unknown: it was sealed with the
 * address, and what is sealed goes nowhere else.
 */
export const withPaidAndCountry = <Earlier extends { items: readonly EarlierItem[] }>(data: Earlier) => ({
  ...data,
  items: data.items.map((item) => ({ ...item, paidCents: item.priceCents * item.quantity })),
  country: '',
})

/** Lifts what has an address from before it had a second line and a state, which stay absent. */
export const asItIs = <Earlier>(data: Earlier): Earlier => data
