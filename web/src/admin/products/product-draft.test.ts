import { expect, test } from 'vitest'
import { capitalized } from '../../lib/capitalized.ts'
import { bodyOf, changedFields, changesBetween, type Draft, emptyDraft, listIn } from './product-draft.ts'

const shirt: Draft = { ...emptyDraft, name: 'Shirt', price: '25', countInStock: '10', sizes: 'S, M', colors: 'Red' }

test('the first letter of a name is upper case, and the other letters stay as typed', () => {
  expect(capitalized('oxford shirt')).toBe('Oxford shirt')
  expect(capitalized('éclair')).toBe('Éclair')
  expect(capitalized('')).toBe('')
})

test('a typed list is split at commas and trimmed, without empty values', () => {
  expect(listIn(' Red,  Navy Blue ,, ')).toEqual(['Red', 'Navy Blue'])
})

test('the body has numbers and lists instead of text', () => {
  expect(bodyOf(shirt)).toMatchObject({ price: 25, countInStock: 10, sizes: ['S', 'M'], colors: ['Red'] })
})

test('a picture without an alternative text gets the name of the product', () => {
  const images = [{ url: '/uploads/a-1200.webp', altText: '' }]
  expect(bodyOf({ ...shirt, images }).images).toEqual([{ url: '/uploads/a-1200.webp', altText: 'Shirt' }])
})

test('removing a color removes its tone', () => {
  const tones = { Red: ['#aa0000'], Blue: ['#0000aa'] }
  expect(bodyOf({ ...shirt, tones }).tones).toEqual({ Red: ['#aa0000'] })
})

test('only changed values are sent, not other spellings of the same value', () => {
  const after = { ...shirt, price: '25.00', sizes: 'S,M', countInStock: '12' }
  expect(changedFields(shirt, after)).toEqual(['countInStock'])
  expect(changesBetween(shirt, after)).toEqual({ countInStock: 12 })
})
