import type { ShippingAddress } from '@shop/language/api/address'
import { MAX_TEXT } from '@shop/language/api/limits'
import { useId, useState } from 'react'
import { Field } from '../ui/field.tsx'
import { countryNames } from './countries.ts'

export const addressLabels: Readonly<Record<keyof ShippingAddress, string>> = {
  firstName: 'First Name',
  lastName: 'Last Name',
  address: 'Address',
  city: 'City',
  postalCode: 'Postal Code',
  country: 'Country',
  phone: 'Phone',
}

type FieldsProps = {
  address: ShippingAddress
  /** It is not the address of whoever types: their browser does not know it. */
  ofAnother?: boolean
  isRequired?: (name: keyof ShippingAddress) => boolean
  errorOf: (name: keyof ShippingAddress) => string | undefined
  onInput?: (name: keyof ShippingAddress) => void
}

/** The fields of an address, by the same names wherever one is asked for. */
export function AddressFields({ address, ofAnother = false, isRequired, errorOf, onInput }: FieldsProps) {
  const list = useId()
  const [countries] = useState(countryNames)
  const field = (name: keyof ShippingAddress, autoComplete: string, type = 'text') => (
    <Field
      name={name}
      label={addressLabels[name]}
      autoComplete={ofAnother ? 'off' : autoComplete}
      type={type}
      maxLength={MAX_TEXT.address}
      defaultValue={address[name]}
      required={isRequired?.(name)}
      error={errorOf(name)}
      list={name === 'country' ? list : undefined}
      onInput={() => onInput?.(name)}
    />
  )
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        {field('firstName', 'given-name')}
        {field('lastName', 'family-name')}
      </div>
      {field('address', 'address-line1')}
      <div className="grid grid-cols-2 gap-4">
        {field('city', 'address-level2')}
        {field('postalCode', 'postal-code')}
      </div>
      <div className="grid gap-4 min-[560px]:grid-cols-2">
        {field('country', 'country-name')}
        {field('phone', 'tel', 'tel')}
      </div>
      <datalist id={list}>
        {countries.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

/** What the fields of a form say, with all fields that `shape` has. */
export const addressIn = (form: FormData, shape: ShippingAddress) =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, String(form.get(name) ?? '')])) as ShippingAddress
