import { countryOf } from '@shop/language/address/countries'
import { NO_ADDRESS } from '@shop/language/limits'
import { expect, test } from 'vitest'
import { lacksState, phoneHint, placeFields, postalCodeHint, stateLabel } from './address-rules.ts'

const country = (name: string) => countryOf(name)!

test.each([
  ['United States', ['city', 'state', 'postalCode']],
  ['Belgium', ['postalCode', 'city']],
  ['United Kingdom', ['city', 'postalCode']],
  ['Hong Kong', ['city', 'state']],
  ['Japan', ['city', 'state', 'postalCode']],
])('the fields of a place in %s have the order of that country', (name, expected) => {
  expect(placeFields(country(name), [])).toEqual(expected)
})

test('a filled field stays, and an unknown country has no field for a state', () => {
  expect(placeFields(country('Belgium'), ['state'])).toEqual(['postalCode', 'city', 'state'])
  expect(placeFields(undefined, [])).toEqual(['city', 'postalCode'])
})

test('where a parcel needs a state, the state has its local name', () => {
  expect(stateLabel(country('Canada'))).toBe('Province')
  expect(stateLabel(country('Italy'))).toBe('State or province')
  const austin = { ...NO_ADDRESS, city: 'Austin', country: 'United States' }
  expect(lacksState(austin)).toBe(true)
  expect(lacksState({ ...austin, state: 'TX' })).toBe(false)
  expect(lacksState({ ...austin, country: 'Belgium' })).toBe(false)
})

test('only a postal code that does not fit its country gets a hint', () => {
  expect(postalCodeHint('9000', country('Belgium'))).toBeUndefined()
  expect(postalCodeHint('90000', country('Belgium'))).toBe(
    'Postal codes in Belgium look different. Please check the postal code.',
  )
  expect(postalCodeHint(' sw1y 4jh ', country('United Kingdom'))).toBeUndefined()
  expect(postalCodeHint('', country('Belgium'))).toBeUndefined()
})

test('a phone number is checked by the rules of the chosen country, or of the country of its prefix', async () => {
  expect(await phoneHint('09 233 24 12', country('Belgium'))).toBeUndefined()
  expect(await phoneHint('+1 213 373 4253', country('Belgium'))).toBeUndefined()
  expect(await phoneHint('+32 1', country('Belgium'))).toMatch(/Please check the number/)
  expect(await phoneHint('12', country('Belgium'))).toMatch(/Please check the number/)
  expect(await phoneHint('233 24 12', undefined)).toBeUndefined()
  expect(await phoneHint('', country('Belgium'))).toBeUndefined()
})
