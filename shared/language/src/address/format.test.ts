import { expect, test } from 'vitest'
import { addressLines, placeLine, placeParts } from './format.ts'

const ada = { firstName: 'Ada', lastName: 'Weaver', address: '1 Loom Lane', address2: '', state: '' }

test.each([
  ['United States', 'Austin', 'TX', '78701', ['Austin, TX 78701']],
  ['United States', 'Austin', '', '78701', ['Austin 78701']],
  ['United Kingdom', 'London', '', 'SW1A 2AA', ['London', 'SW1A 2AA']],
  ['Germany', 'Berlin', '', '10115', ['10115 Berlin']],
  ['Canada', 'Toronto', 'ON', 'M5V 2T6', ['Toronto ON M5V 2T6']],
  ['Brazil', 'Recife', 'PE', '50000-000', ['Recife-PE', '50000-000']],
])('a place in %s is written as people there write it: %s %s %s', (country, city, state, postalCode, place) => {
  const address = { ...ada, city, state, postalCode, country }
  expect(addressLines(address)).toEqual(['Ada Weaver', '1 Loom Lane', ...place, country])
  expect(placeLine(address)).toBe([...place, country].join(', '))
})

test("parts without a place in the country's format are kept", () => {
  const inKent = { ...ada, city: 'Dover', state: 'Kent', postalCode: 'CT16 1AA', country: 'United Kingdom' }
  expect(addressLines(inKent)).toEqual(['Ada Weaver', '1 Loom Lane', 'Dover', 'CT16 1AA', 'Kent', 'United Kingdom'])
  const inDubai = { ...ada, city: 'Deira', state: 'Dubai', postalCode: '12345', country: 'United Arab Emirates' }
  expect(addressLines(inDubai)).toEqual([
    'Ada Weaver',
    '1 Loom Lane',
    'Deira',
    'Dubai',
    '12345',
    'United Arab Emirates',
  ])
})

test('if city and country have the same name, the city is written once', () => {
  const there = { ...ada, city: 'Singapore', country: 'Singapore' }
  expect(placeLine({ ...there, postalCode: '018956' })).toBe('SINGAPORE 018956, Singapore')
  expect(placeLine({ ...there, postalCode: '' })).toBe('Singapore, Singapore')
})

test('an address in the script of its country starts with the largest part', () => {
  const latin = { ...ada, city: 'Shibuya', state: 'Tokyo', postalCode: '150-0001', country: 'Japan' }
  expect(addressLines(latin)).toEqual(['Ada Weaver', '1 Loom Lane', 'Shibuya', 'Tokyo', '150-0001', 'Japan'])
  const local = { ...latin, address: '神宮前1', city: '渋谷区', state: '東京都' }
  expect(addressLines(local)).toEqual(['〒150-0001', '東京都', '神宮前1', '渋谷区', 'Ada Weaver', 'Japan'])
})

test('an address in an unknown country is written as in most of Europe, and an empty address has no lines', () => {
  const abroad = { ...ada, city: 'Ghent', postalCode: '9000', country: 'Flandria' }
  expect(addressLines(abroad)).toEqual(['Ada Weaver', '1 Loom Lane', '9000 Ghent', 'Flandria'])
  const nothing = { firstName: '', lastName: '', address: '', city: '', postalCode: '', country: '' }
  expect(addressLines(nothing)).toEqual([])
})

test('the parts of a place have the order of the country', () => {
  expect(placeParts('US')).toEqual(['city', 'state', 'postalCode'])
  expect(placeParts('DE')).toEqual(['postalCode', 'city'])
  expect(placeParts('HK')).toEqual(['city', 'state'])
})
