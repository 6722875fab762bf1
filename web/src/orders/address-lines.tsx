import type { ShippingAddress } from '@shop/language/api/address'

/** An address as it is written on a parcel; no line if nothing of it is known. */
export function addressLines(address: ShippingAddress): readonly string[] {
  const { firstName, lastName, address: street, postalCode, city, country, phone } = address
  return [
    [firstName, lastName].filter(Boolean).join(' '),
    street,
    [[postalCode, city].filter(Boolean).join(' '), country].filter(Boolean).join(', '),
    phone,
  ].filter(Boolean)
}

export const AddressLines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line) => (
    <span key={line} className="block wrap-anywhere">
      {line}
    </span>
  ))

/** Said where an address would be. */
export const NO_ADDRESS = 'No address given'
