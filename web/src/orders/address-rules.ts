import type { Country } from '@shop/language/api/countries'
import { formatAddress } from 'localized-address-format'
import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator'

/** Stands in an address where a field would be. */
const MARK = '\u0001'

/** Whether addresses of a country have a state, a province or the like. */
export const hasState = ({ code }: Country): boolean =>
  formatAddress({ postalCountry: code, administrativeArea: MARK }).join().includes(MARK)

/** What a postal code that is unlike those of its country may be told; undefined where it looks right, or nothing is known. */
export function postalCodeHint(postalCode: string, { code, name }: Country): string | undefined {
  if (!postalCode.trim() || !postcodeValidatorExistsForCountry(code)) return undefined
  if (postcodeValidator(postalCode.trim(), code)) return undefined
  return `Postal codes of ${name} look different. Is it right?`
}

/** The same of a phone number; one with another country's prefix is looked at by that. The rules are loaded when they are needed first. */
export async function phoneHint(phone: string, country: Country | undefined): Promise<string | undefined> {
  if (!phone.trim() || (!country && !phone.trim().startsWith('+'))) return undefined
  const { isPossiblePhoneNumber, isSupportedCountry } = await import('libphonenumber-js/min')
  const ofCountry = country && isSupportedCountry(country.code) ? country.code : undefined
  if (isPossiblePhoneNumber(phone, ofCountry)) return undefined
  return 'This does not look like a whole phone number. Is it right?'
}
