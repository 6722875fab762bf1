import { expect, test } from 'vitest'
import { bodyOf, capitalized, changedFields, changesBetween, type Draft, emptyDraft, listIn } from './product-draft.ts'

const shirt: Draft = { ...emptyDraft, name: 'Shirt', price: '25', countInStock: '10', sizes: 'S, M', colors: 'Red' }

test('the first letter of a name is upper case, the others as typed', () => {
  expect(capitalized('oxford shirt')).toBe('Oxford shirt')
  expect(capitalized('éclair')).toBe('Éclair')
  expect(capitalized('')).toBe('')
})

test('a typed list is split at commas and trimmed, and holds nothing empty', () => {
  expect(listIn(' Red,  Navy Blue ,, ')).toEqual(['Red', 'Navy Blue'])
})

test('a body has numbers and lists where the form has text', () => {
  expect(bodyOf(shirt)).toMatchObject({ price: 25, countInStock: 10, sizes: ['S', 'M'], colors: ['Red'] })
})

test('a picture without a word about it is called like the product', () => {
  const images = [{ url: '/uploads/a-1200.webp', altText: '' }]
  expect(bodyOf({ ...shirt, images }).images).toEqual([{ url: '/uploads/a-1200.webp', altText: 'Shirt' }])
})

test('the tones of a colour go with the colour', () => {
  const tones = { Red: ['#aa0000'], Blue: ['#0000aa'] }
  expect(bodyOf({ ...shirt, tones }).tones).toEqual({ Red: ['#aa0000'] })
})

test('only what differs is sent, and another way of typing the same does not', () => {
  const after = { ...shirt, price: '25.00', sizes: 'S,M', countInStock: '12' }
  expect(changedFields(shirt, after)).toEqual(['countInStock'])
  expect(changesBetween(shirt, after)).toEqual({ countInStock: 12 })
})
