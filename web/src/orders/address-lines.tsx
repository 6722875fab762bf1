import type { ShippingAddress } from '@shop/language/api/address'
import { addressLines as written } from '@shop/language/api/address-format'

/** An address as it is written on a parcel, with the phone; no line if nothing of it is known. */
export const addressLines = (address: ShippingAddress): readonly string[] =>
  [...written(address), address.phone].filter(Boolean)

export const AddressLines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line) => (
    <span key={line} className="block wrap-anywhere">
      {line}
    </span>
  ))

/** Said where an address would be. */
export const NO_ADDRESS = 'No address given'
