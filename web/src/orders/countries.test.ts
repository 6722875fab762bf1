import { expect, test } from 'vitest'
import { countryNames } from './countries.ts'

test('every country is there once, by its name, and nothing that is none', () => {
  const names = countryNames()
  for (const name of ['Belgium', 'United States', 'United Kingdom', 'Japan']) expect(names).toContain(name)
  for (const name of ['European Union', 'Unknown Region', 'World']) expect(names).not.toContain(name)
  expect(new Set(names).size).toBe(names.length)
  expect(names.length).toBeGreaterThan(230)
  expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')))
})
