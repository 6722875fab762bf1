import { expect, test } from 'vitest'
import { decided, differencesBetween, rebased } from './edit-conflict.ts'
import { type Draft, emptyDraft } from './product-draft.ts'

const base: Draft = { ...emptyDraft, name: 'Shirt', price: '78', countInStock: '10', sku: 'S-1' }

test('a field that I changed keeps my value, and any other field takes the saved value', () => {
  const mine = { ...base, price: '82' }
  const theirs = { ...base, price: '80', name: 'Washed Shirt' }
  expect(rebased(base, mine, theirs)).toEqual({ ...base, price: '82', name: 'Washed Shirt' })
})

test('a changed stock count is applied as a difference to the current count', () => {
  const mine = { ...base, countInStock: '12' }
  const theirs = { ...base, countInStock: '7' }
  expect(rebased(base, mine, theirs).countInStock).toBe('9')
  expect(rebased(base, { ...base, countInStock: '0' }, theirs).countInStock).toBe('0')
})

test('a conflict lists every field that either side has changed', () => {
  const mine = { ...base, price: '82', countInStock: '12' }
  const theirs = { ...base, name: 'Washed Shirt', countInStock: '7' }
  expect(differencesBetween(base, mine, theirs)).toEqual([
    { field: 'price', theirs: '78', mine: '82', isMyChange: true },
    { field: 'countInStock', theirs: '7', mine: '9', isMyChange: true },
    { field: 'name', theirs: 'Washed Shirt', mine: 'Shirt', isMyChange: false },
  ])
})

test('if the admin decides field by field, each field takes the chosen value', () => {
  const mine = { ...base, price: '82', name: 'My Shirt' }
  const theirs = { ...base, price: '80', name: 'Their Shirt' }
  expect(decided(theirs, mine, new Set(['price'] as const))).toMatchObject({ price: '82', name: 'Their Shirt' })
})
