import type { ShippingAddress } from '@shop/language/api/address'

/** An address as it is written on a parcel. */
export function addressLines(address: ShippingAddress): readonly string[] {
  const { firstName, lastName, address: street, postalCode, city, country, phone } = address
  const lines = [
    [firstName, lastName].filter(Boolean).join(' '),
    street,
    [[postalCode, city].filter(Boolean).join(' '), country].filter(Boolean).join(', '),
    phone,
  ].filter(Boolean)
  return lines.length > 0 ? lines : ['No address given']
}
