import * as z from 'zod'

/**
 * Whether the payment provider protects the seller of an order against a buyer who says that nothing arrived, and if not, why.
 * It does so only for what is sent to the address that it has been given with the payment.
 */
export const SellerProtection = z.enum([
  'holds',
  /** Only some kinds of dispute are covered. */
  'holds-in-part',
  'incomplete-address',
  'unknown-country',
  /** The provider was given no address by the shop: the order there was made by the buyer's browser, or the address does not fit. */
  'address-not-given',
  /** It held, and the parcel goes elsewhere now. */
  'address-changed',
  /** The provider was given the address, and does not protect this payment. */
  'refused',
])
export type SellerProtection = z.output<typeof SellerProtection>

type Protected = Readonly<{ sellerProtection?: SellerProtection }>

/** The same once the parcel goes to another address than the provider was given. */
export function protectionElsewhere({ sellerProtection }: Protected): Protected {
  if (sellerProtection === undefined) return {}
  const held = sellerProtection === 'holds' || sellerProtection === 'holds-in-part'
  return { sellerProtection: held ? 'address-changed' : sellerProtection }
}
