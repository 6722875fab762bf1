import * as z from 'zod'

/**
 * Whether the payment provider protects the seller if a buyer claims that the parcel did not arrive; if not, the reason. The provider
 * protects only parcels to the address that the shop gave it with the payment.
 */
export const SellerProtection = z.enum([
  'holds',
  /** Only some kinds of dispute are covered. */
  'holds-in-part',
  'incomplete-address',
  'unknown-country',
  /** The shop gave the provider no address: the buyer's browser made the provider's order, or the provider cannot take the address. */
  'address-not-given',
  /** The payment was protected, but the parcel now goes to another address. */
  'address-changed',
  /** The provider has the address, but does not protect this payment. */
  'refused',
])
export type SellerProtection = z.output<typeof SellerProtection>

type Protected = Readonly<{ sellerProtection?: SellerProtection }>

/** Returns the protection for a parcel that goes to an address unknown to the provider. */
export function protectionElsewhere({ sellerProtection }: Protected): Protected {
  if (sellerProtection === undefined) return {}
  const held = sellerProtection === 'holds' || sellerProtection === 'holds-in-part'
  return { sellerProtection: held ? 'address-changed' : sellerProtection }
}
