import { expect, test } from 'vitest'
import { countriesFor, countriesOfTheWorld, countryOf } from './countries.ts'

test('the list has every country once, sorted by name, and no other regions', () => {
  const names = countriesOfTheWorld().map(({ name }) => name)
  for (const name of ['Belgium', 'United States', 'United Kingdom', 'Japan']) expect(names).toContain(name)
  for (const name of ['European Union', 'Unknown Region', 'World']) expect(names).not.toContain(name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(230)
  expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')))
})

test.each([
  ['Germany', 'DE'],
  ['germany ', 'DE'],
  ['de', 'DE'],
  ['UK', 'GB'],
  ['usa', 'US'],
  ['Cote d’Ivoire', 'CI'],
  ["Cote d'Ivoire", 'CI'],
  ['Trinidad and Tobago', 'TT'],
  ['Saint Lucia', 'LC'],
  ['United States of America', 'US'],
  ['Hong Kong', 'HK'],
  ['Holland', 'NL'],
])('the text "%s" means the country %s', (text, code) => {
  expect(countryOf(text)?.code).toBe(code)
})

test('an unknown name, a part of a name and an empty text find no country', () => {
  for (const text of ['', 'Utopia', 'Germ']) expect(countryOf(text)).toBeUndefined()
})

test('a typed text finds countries by the start of their name, by the start of a later word, and by code', () => {
  const found = (typed: string) => countriesFor(typed).map(({ name }) => name)
  expect(found('germ')).toEqual(['Germany'])
  expect(found('king')).toEqual(['United Kingdom'])
  expect(found('be').slice(0, 2)).toEqual(['Belarus', 'Belgium'])
  expect(found('us')).toContain('United States')
  expect(found('')).toHaveLength(countriesOfTheWorld().length)
})
