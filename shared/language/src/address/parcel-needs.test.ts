import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { sampleAddress } from '../../test-support/sample-address.ts'
import { isIncompleteAddress, ParcelAddress } from './api.ts'
import { missingIn, WITHOUT_POSTAL_CODE } from './parcel-needs.ts'

const without = (country: string) => ({ ...sampleAddress, postalCode: ' ', country })

test.each(['Hong Kong', 'Hong Kong SAR China', 'hk', ' united arab emirates', 'Cote d’Ivoire', 'Ireland'])(
  'an address in %s is complete without a postal code',
  (country) => {
    expect(missingIn(without(country))).toEqual([])
    expect(isIncompleteAddress(without(country))).toBe(false)
    expect(ParcelAddress.safeParse(without(country)).success).toBe(true)
    expect(missingIn({ ...without(country), city: '' })).toEqual(['city'])
  },
)

test.each(['UK', 'Germany', 'China', 'Northern Ireland', 'Utopia', ''])(
  'an address in "%s" needs a postal code',
  (country) => {
    expect(missingIn(without(country))).toEqual(country ? ['postalCode'] : ['postalCode', 'country'])
    expect(isIncompleteAddress(without(country))).toBe(true)
    expect(ParcelAddress.safeParse(without(country)).success).toBe(false)
  },
)

test('a missing postal code that the country needs is refused, and the error names the field', () => {
  const { error } = ParcelAddress.safeParse(without('Germany'))
  expect(error?.issues).toMatchObject([{ path: ['postalCode'], message: 'Enter a postal code' }])
})

test('the JSON schema requires a postal code in the same countries as the check', () => {
  const agrees = new Ajv2020({ strict: false }).compile(z.toJSONSchema(ParcelAddress, { io: 'input' }))
  for (const country of ['Germany', 'Ireland', '0'])
    for (const postalCode of ['', ' ', '10115']) {
      const address = { ...sampleAddress, postalCode, country }
      expect(agrees(address), `${country} "${postalCode}"`).toBe(ParcelAddress.safeParse(address).success)
    }
})

test('the table has each country once, and with the name that the form shows', () => {
  const names = new Intl.DisplayNames('en', { type: 'region' })
  for (const [code = '', ...known] of WITHOUT_POSTAL_CODE) expect(known).toContain(names.of(code))
  const all = WITHOUT_POSTAL_CODE.flat()
  expect(new Set(all).size).toBe(all.length)
})
