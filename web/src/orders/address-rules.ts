import type { ShippingAddress } from '@shop/language/address/api'
import { type Country, countryOf } from '@shop/language/address/countries'
import { type PlacePart, placeParts } from '@shop/language/address/format'
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'

/** The fields of a place, in the sequence that is usual in the country. */
export function placeFields(country: Country | undefined, filled: readonly PlacePart[]): readonly PlacePart[] {
  const parts = country ? placeParts(country.code) : (['city', 'postalCode'] as const)
  const others = filled.filter((part) => part !== 'city' && !parts.includes(part))
  return [...(parts.includes('city') ? [] : (['city'] as const)), ...parts, ...others]
}

/** TABLE: what a state is called, in countries where a parcel needs a state. */
const STATE: Readonly<Record<string, string>> = {
  AU: 'State',
  BR: 'State',
  CA: 'Province',
  CN: 'Province',
  IN: 'State',
  JP: 'Prefecture',
  MX: 'State',
  US: 'State',
}

export const stateLabel = (country: Country | undefined): string => STATE[country?.code ?? ''] ?? 'State or province'

export const lacksState = ({ state, country }: ShippingAddress): boolean =>
  !state.trim() && Object.hasOwn(STATE, countryOf(country)?.code ?? '')

export function postalCodeHint(postalCode: string, { code, name }: Country): string | undefined {
  if (!postalCode.trim() || !postcodeValidatorExistsForCountry(code)) return undefined
  if (postcodeValidator(postalCode.trim(), code)) return undefined
  return `Postal codes in ${name} look different. Please check the postal code.`
}

/** A number with another country's prefix follows that country's rules. */
export async function phoneHint(phone: string, country: Country | undefined): Promise<string | undefined> {
  if (!phone.trim() || (!country && !phone.trim().startsWith('+'))) return undefined
  const { isPossiblePhoneNumber, isSupportedCountry } = await import('libphonenumber-js/min')
  const ofCountry = country && isSupportedCountry(country.code) ? country.code : undefined
  if (isPossiblePhoneNumber(phone, ofCountry)) return undefined
  return 'This phone number does not look right. Please check the number.'
}
