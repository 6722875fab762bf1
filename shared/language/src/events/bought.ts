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
  /** Absent from addresses that were given before these fields existed. */
  address2: z.string().exactOptional(),
  state: z.string().exactOptional(),
})
export type Address = z.output<typeof Address>

/**
 * `priceCents`: the price in the catalog at the purchase. `paidCents`: price times quantity, less the line's share of a discount. The
 * `paidCents` of all lines add up to the purchase's total.
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

/** `country`: the address's country, or empty if unknown. The country is not sealed, so it survives the customer's erasure. */
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
 * Upcasts version 1, which had no discounts and no country. The country stays unknown, because it was sealed with the address, and sealed
 * data is never copied.
 */
export const withPaidAndCountry = <Earlier extends { items: readonly EarlierItem[] }>(data: Earlier) => ({
  ...data,
  items: data.items.map((item) => ({ ...item, paidCents: item.priceCents * item.quantity })),
  country: '',
})

/** Upcasts a version that only lacked optional fields. */
export const asItIs = <Earlier>(data: Earlier): Earlier => data
