import { isIncompleteAddress } from '@shop/language/address/api'
import { countryOf } from '@shop/language/address/countries'
import type { Address } from '@shop/language/events/bought'
import { regionOf } from './region-codes.ts'

type Gap = 'incomplete-address' | 'unknown-country' | 'address-not-given'

/** `purchase_units[].shipping` of Orders v2. */
export type Shipping = Readonly<{
  name: Readonly<{ full_name: string }>
  address: Readonly<{
    address_line_1: string
    address_line_2?: string
    admin_area_2: string
    admin_area_1?: string
    postal_code?: string
    country_code: string
  }>
}>

/** The longest texts that PayPal accepts, in characters (Orders v2, `address_portable` and `name`). */
const LIMITS = { name: 300, line: 300, city: 120, region: 300, postalCode: 60 }

/**
 * A checkout's address in PayPal's form, or why PayPal does not get it. A long text is never cut, because the seller protection is lost if
 * PayPal's address differs from the parcel's address.
 */
export function shippingOf(address: Address): Shipping | Gap {
  const said = printable(address)
  if (isIncompleteAddress(said)) return 'incomplete-address'
  const country = paypalCodeOf(said.country)
  if (!country) return 'unknown-country'
  const name = `${said.firstName} ${said.lastName}`
  const region = regionOf(country, said.state)
  const fits =
    fit(name, LIMITS.name) &&
    fit(said.address, LIMITS.line) &&
    fit(said.address2, LIMITS.line) &&
    fit(said.city, LIMITS.city) &&
    fit(region, LIMITS.region) &&
    fit(said.postalCode, LIMITS.postalCode)
  if (!fits) return 'address-not-given'
  return {
    name: { full_name: name },
    address: {
      address_line_1: said.address,
      ...(said.address2 && { address_line_2: said.address2 }),
      admin_area_2: said.city,
      ...(region && { admin_area_1: region }),
      ...(said.postalCode && { postal_code: said.postalCode }),
      country_code: country,
    },
  }
}

/** The text in one line, without control characters and without halves of surrogate pairs. */
export const oneLineOf = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()

const printable = ({ address2 = '', state = '', ...address }: Address) => ({
  firstName: oneLineOf(address.firstName),
  lastName: oneLineOf(address.lastName),
  address: oneLineOf(address.address),
  address2: oneLineOf(address2),
  city: oneLineOf(address.city),
  state: oneLineOf(state),
  postalCode: oneLineOf(address.postalCode),
  country: oneLineOf(address.country),
})

const fit = (text: string, limit: number) => text.length <= limit

/** Country codes that browsers know, but that are not in ISO 3166-1. */
const NOT_OF_ISO = new Set(['AC', 'CP', 'CQ', 'DG', 'EA', 'IC', 'TA', 'XK'])

/** PayPal's code of a country. For payments from abroad, PayPal's code for China is `C2` (Orders v2, `country_code`). */
function paypalCodeOf(text: string): string | undefined {
  const code = countryOf(text)?.code
  if (!code || NOT_OF_ISO.has(code)) return undefined
  return code === 'CN' ? 'C2' : code
}
