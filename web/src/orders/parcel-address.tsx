import type { ShippingAddress } from '@shop/language/api/address'
import { ADDRESS_NEEDS } from '@shop/language/api/limits'
import { fieldError } from '../lib/field-error.ts'
import { AddressFields } from './address-fields.tsx'

type FieldsProps = { address: ShippingAddress; error: Error | null; ofAnother?: boolean }

/** An address that a parcel is sent to: only the phone may be missing. */
export const ParcelAddressFields = ({ error, ...props }: FieldsProps) => (
  <AddressFields {...props} isRequired={isNeeded} errorOf={(name) => fieldError(error, name)} />
)

export const isComplete = (address: ShippingAddress) => ADDRESS_NEEDS.every((field) => address[field].trim())

const isNeeded = (name: keyof ShippingAddress) => ADDRESS_NEEDS.some((field) => field === name)
