import { formatAddress } from 'localized-address-format'
import type { ShippingAddress } from './api.ts'
import { countryOf } from './countries.ts'

type Written = Omit<ShippingAddress, 'phone' | 'address2' | 'state'> & { address2?: string; state?: string }

export const PLACE_PARTS = ['city', 'state', 'postalCode'] as const
export type PlacePart = (typeof PLACE_PARTS)[number]

/** Placeholders for the parts in a country's format. */
const MARKS = { city: '\u0001', state: '\u0002', postalCode: '\u0003' }

/**
 * The lines of an address in its country's usual form (from Google's address data). The country comes last. A part that the form does not
 * have comes before the country. For an unknown country, the order is the usual one in Europe.
 */
export function addressLines(address: Written): readonly string[] {
  const { firstName, lastName, address: street, address2 = '', city, state = '', postalCode, country } = address
  const code = countryOf(country)?.code
  const name = [firstName, lastName].filter(Boolean).join(' ')
  if (!code)
    return [name, street, address2, [postalCode, city].filter(Boolean).join(' '), state, country].filter(Boolean)
  const parts = placeParts(code)
  const written = formatAddress(
    {
      postalCountry: code,
      name,
      addressLines: [street, address2, parts.includes('city') ? '' : city].filter(Boolean),
      locality: city,
      administrativeArea: state,
      postalCode,
    },
    scriptOf([name, street, city].join()),
  ).map(withoutLooseSigns)
  // Some formats contain the name of the country's only city.
  const isThere = !parts.includes('city') && written.some((line) => line.startsWith(`${city.toUpperCase()} `))
  const left = PLACE_PARTS.filter((part) => part !== 'city' && !parts.includes(part)).map((part) => address[part])
  return [...written.filter((line) => !isThere || line !== city), left.filter(Boolean).join(', '), country].filter(
    Boolean,
  )
}

export const placeLine = (address: Written): string =>
  addressLines({ ...address, firstName: '', lastName: '', address: '', address2: '' }).join(', ')

/** The parts of a place in a country's addresses, in that country's order. `code`: ISO, two letters. */
export function placeParts(code: string): readonly PlacePart[] {
  const { city: locality, state: administrativeArea, postalCode } = MARKS
  const written = formatAddress({ postalCountry: code, locality, administrativeArea, postalCode }, 'latin').join()
  const placeOf = (part: PlacePart) => written.indexOf(MARKS[part])
  return PLACE_PARTS.filter((part) => placeOf(part) >= 0).sort((one, other) => placeOf(one) - placeOf(other))
}

/** In the script of a country such as Japan, an address starts with its largest part; in Latin letters, with its smallest. */
const scriptOf = (text: string) =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text) ? 'local' : 'latin'

/** Removes commas, hyphens and blanks that are left when a part is missing. */
const withoutLooseSigns = (line: string) => line.replace(/^[\s,-]+|[\s,-]+$/g, '')
