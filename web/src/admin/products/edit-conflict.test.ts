import { expect, test } from 'vitest'
import { decided, differencesBetween, rebased } from './edit-conflict.ts'
import { type Draft, emptyDraft } from './product-draft.ts'

const base: Draft = { ...emptyDraft, name: 'Shirt', price: '78', countInStock: '10', sku: 'S-1' }

test('what I did not touch is theirs, what I changed is mine', () => {
  const mine = { ...base, price: '82' }
  const theirs = { ...base, price: '80', name: 'Washed Shirt' }
  expect(rebased(base, mine, theirs)).toEqual({ ...base, price: '82', name: 'Washed Shirt' })
})

test('two more pieces counted are two more than what is there by now', () => {
  const mine = { ...base, countInStock: '12' }
  const theirs = { ...base, countInStock: '7' }
  expect(rebased(base, mine, theirs).countInStock).toBe('9')
  expect(rebased(base, { ...base, countInStock: '0' }, theirs).countInStock).toBe('0')
})

test('a conflict shows every field that either of the two has changed', () => {
  const mine = { ...base, price: '82', countInStock: '12' }
  const theirs = { ...base, name: 'Washed Shirt', countInStock: '7' }
  expect(differencesBetween(base, mine, theirs)).toEqual([
    { field: 'price', theirs: '78', mine: '82', isMyChange: true },
    { field: 'countInStock', theirs: '7', mine: '9', isMyChange: true },
    { field: 'name', theirs: 'Washed Shirt', mine: 'Shirt', isMyChange: false },
  ])
})

test('decided field by field, each is taken from whom it was given to', () => {
  const mine = { ...base, price: '82', name: 'My Shirt' }
  const theirs = { ...base, price: '80', name: 'Their Shirt' }
  expect(decided(theirs, mine, new Set(['price'] as const))).toMatchObject({ price: '82', name: 'Their Shirt' })
})
