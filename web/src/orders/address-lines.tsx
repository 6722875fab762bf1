import type { ShippingAddress } from '@shop/language/api/address'

/** An address as it is written on a parcel; no line if nothing of it is known. */
export function addressLines(address: ShippingAddress): readonly string[] {
  const { firstName, lastName, address: street, address2, phone } = address
  return [[firstName, lastName].filter(Boolean).join(' '), street, address2, placeLine(address), phone].filter(Boolean)
}

/** Where in the world it is, on one line. */
export const placeLine = ({ postalCode, city, state, country }: ShippingAddress): string =>
  [[postalCode, city].filter(Boolean).join(' '), state, country].filter(Boolean).join(', ')

export const AddressLines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line) => (
    <span key={line} className="block wrap-anywhere">
      {line}
    </span>
  ))

/** Said where an address would be. */
export const NO_ADDRESS = 'No address given'
