import { expect, test } from 'vitest'
import { queryTokensOf, searchTokensOf } from './tokens.ts'

const finds = (text: string, search: string) =>
  queryTokensOf(search).every((token) => searchTokensOf(text).some((word) => word.startsWith(token)))

test.each([
  ['Łukasz Strauß-Sørensen', 'lukasz strauss sorensen'],
  ['Łukasz Strauß-Sørensen', 'STRAUẞ'],
  ['Đorđe Æbelø', 'dorde aebelo'],
  ['Işıl Cœur', 'isil coeur'],
  ['Loom T-Shirt', 'tshirt'],
  ['Plain Tshirt', 't-shirt'],
  ['Loom T Shirt', 'T-shirt'],
  ['Loom T-Shirt', 'shirt'],
])('%s is found by %s', (text, search) => {
  expect(finds(text, search)).toBe(true)
})

test('a search for T-shirts does not find a shirt', () => {
  expect(finds('Twill Shirt', 't-shirt')).toBe(false)
})
