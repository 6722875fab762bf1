import type { ShippingAddress } from '@shop/language/address/api'
import { ADDRESS_NEEDS, isNeeded, missingIn } from '@shop/language/address/parcel-needs'
import { fieldError } from '../lib/field-error.ts'
import { AddressFields } from './address-fields.tsx'

type FieldsProps = { address: ShippingAddress; error: Error | null; ofAnother?: boolean }

export const ParcelAddressFields = ({ error, ...props }: FieldsProps) => (
  <AddressFields {...props} isRequired={isRequired} errorOf={(name) => fieldError(error, name)} />
)

export const isComplete = (address: ShippingAddress) => missingIn(address).length === 0

const isRequired = (name: keyof ShippingAddress, country: string) =>
  ADDRESS_NEEDS.some((field) => field === name && isNeeded(field, country))
