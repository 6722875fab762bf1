import { countryOf } from '@shop/language/api/countries'
import { expect, test } from 'vitest'
import { hasState, phoneHint, postalCodeHint } from './address-rules.ts'

const country = (name: string) => countryOf(name)!

test.each([
  ['United States', true],
  ['Australia', true],
  ['Japan', true],
  ['Belgium', false],
  ['United Kingdom', false],
  ['Jersey', false],
])('%s has states: %s', (name, expected) => {
  expect(hasState(country(name))).toBe(expected)
})

test('a postal code that is unlike those of its country is hinted at, and nothing else is', () => {
  expect(postalCodeHint('9000', country('Belgium'))).toBeUndefined()
  expect(postalCodeHint('90000', country('Belgium'))).toBe('Postal codes of Belgium look different. Is it right?')
  expect(postalCodeHint(' sw1y 4jh ', country('United Kingdom'))).toBeUndefined()
  expect(postalCodeHint('', country('Belgium'))).toBeUndefined()
})

test('a phone number is looked at by the rules of its country, or of its prefix', async () => {
  expect(await phoneHint('09 233 24 12', country('Belgium'))).toBeUndefined()
  expect(await phoneHint('+1 213 373 4253', country('Belgium'))).toBeUndefined()
  expect(await phoneHint('+32 1', country('Belgium'))).toMatch(/Is it right/)
  expect(await phoneHint('12', country('Belgium'))).toMatch(/Is it right/)
  expect(await phoneHint('233 24 12', undefined)).toBeUndefined()
  expect(await phoneHint('', country('Belgium'))).toBeUndefined()
})
