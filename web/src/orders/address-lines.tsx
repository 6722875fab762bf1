import type { ShippingAddress } from '@shop/language/address/api'
import { addressLines as written } from '@shop/language/address/format'

/** An address as written on a parcel, with the phone. Empty if no field is known. */
export const addressLines = (address: ShippingAddress): readonly string[] =>
  [...written(address), address.phone].filter(Boolean)

export const AddressLines = ({ lines }: { lines: readonly string[] }) =>
  lines.map((line) => (
    <span key={line} className="block wrap-anywhere">
      {line}
    </span>
  ))

export const NO_ADDRESS = 'No address given'
