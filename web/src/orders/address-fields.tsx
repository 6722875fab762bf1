import type { ShippingAddress } from '@shop/language/address/api'
import { countryOf } from '@shop/language/address/countries'
import { PLACE_PARTS } from '@shop/language/address/format'
import { MAX_TEXT } from '@shop/language/limits'
import { useState } from 'react'
import { useAfterPress } from '../lib/use-after-press.ts'
import { Field } from '../ui/field.tsx'
import { phoneHint, placeFields, postalCodeHint, stateLabel } from './address-rules.ts'
import { CountryField } from './country-field.tsx'

export const addressLabels: Readonly<Record<keyof ShippingAddress, string>> = {
  firstName: 'First Name',
  lastName: 'Last Name',
  address: 'Address',
  address2: 'Apartment, floor (optional)',
  city: 'City',
  state: 'State or province',
  postalCode: 'Postal Code',
  country: 'Country',
  phone: 'Phone',
}

type FieldsProps = {
  address: ShippingAddress
  /** The address belongs to another person, so the browser must not autofill the fields. */
  ofAnother?: boolean
  isRequired?: (name: keyof ShippingAddress, country: string) => boolean
  errorOf: (name: keyof ShippingAddress) => string | undefined
  onInput?: (name: keyof ShippingAddress) => void
}

/** A value that looks wrong gets a hint and is never refused. */
export function AddressFields({ address, ofAnother = false, isRequired, errorOf, onInput }: FieldsProps) {
  const [country, setCountry] = useState(address.country)
  // Fields with text stay visible while the country is being corrected.
  const [filled, setFilled] = useState(() => PLACE_PARTS.filter((part) => address[part]))
  const { hints, look } = useHints(address)
  const known = countryOf(country)
  const own = (name: keyof ShippingAddress, autoComplete: string) => ({
    name,
    label: name === 'state' ? stateLabel(known) : addressLabels[name],
    autoComplete: ofAnother ? 'off' : autoComplete,
    maxLength: MAX_TEXT.address,
    defaultValue: address[name],
    required: isRequired?.(name, country),
    error: errorOf(name),
  })
  const note = (name: string, value: string) =>
    setFilled((before) => PLACE_PARTS.filter((part) => (part === name ? value !== '' : before.includes(part))))
  const field = (name: keyof ShippingAddress, autoComplete: string, type = 'text') => (
    <Field
      key={name}
      {...own(name, autoComplete)}
      type={type}
      hint={hints[name]}
      onInput={({ currentTarget: { value } }) => {
        if (value) note(name, value)
        onInput?.(name)
      }}
      onBlur={({ currentTarget: { form, value } }) => {
        // An emptied field can disappear only after it has lost the focus.
        note(name, value)
        look(form)
      }}
    />
  )
  return (
    <>
      <div className="grid grid-cols-2 gap-4">
        {field('firstName', 'given-name')}
        {field('lastName', 'family-name')}
      </div>
      <CountryField
        {...own('country', 'country-name')}
        onInput={(value) => {
          setCountry(value)
          onInput?.('country')
        }}
        onBlur={look}
      />
      {field('address', 'address-line1')}
      {field('address2', 'address-line2')}
      <div className="grid grid-cols-2 gap-4 [&>:first-child:nth-last-child(3)]:col-span-2">
        {placeFields(known, filled).map((name) => field(name, AUTOFILL[name]))}
      </div>
      {field('phone', 'tel', 'tel')}
      {/* The element exists before the hints, so that a screen reader reads them out. */}
      <p role="status" className="sr-only">
        {Object.values(hints).filter(Boolean).join(' ')}
      </p>
    </>
  )
}

const AUTOFILL = { city: 'address-level2', state: 'address-level1', postalCode: 'postal-code' } as const

type Hints = Partial<Record<keyof ShippingAddress, string | undefined>>

function useHints(shape: ShippingAddress) {
  const [hints, setHints] = useState<Hints>({})
  const afterPress = useAfterPress()
  const look = async (form: HTMLFormElement | null) => {
    if (!form) return
    const { country, postalCode, phone } = addressIn(new FormData(form), shape)
    const known = countryOf(country)
    // If the rules for phone numbers cannot be loaded, the phone number gets no hint.
    const ofPhone = await phoneHint(phone, known).catch(() => undefined)
    const postal = known && postalCodeHint(postalCode, known)
    await afterPress(() => setHints({ postalCode: postal, phone: ofPhone }))
  }
  return { hints, look }
}

export const addressIn = (form: FormData, shape: ShippingAddress) =>
  Object.fromEntries(Object.keys(shape).map((name) => [name, String(form.get(name) ?? '')])) as ShippingAddress
