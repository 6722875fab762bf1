import { expect, test } from 'vitest'
import { decided, differencesBetween, rebased, salesWhileEdited } from './edit-conflict.ts'
import { type Draft, emptyDraft } from './product-draft.ts'

const base: Draft = { ...emptyDraft, name: 'Shirt', price: '78', countInStock: '10', sku: 'S-1' }

test('a field that I changed keeps my value, and any other field takes the saved value', () => {
  const mine = { ...base, price: '82' }
  const theirs = { ...base, price: '80', name: 'Washed Shirt' }
  expect(rebased(base, mine, theirs, [])).toEqual({ ...base, price: '82', name: 'Washed Shirt' })
})

test('a changed stock count is applied as a difference to the current count', () => {
  const mine = { ...base, countInStock: '12' }
  const theirs = { ...base, countInStock: '7' }
  expect(rebased(base, mine, theirs, []).countInStock).toBe('9')
  expect(rebased(base, { ...base, countInStock: '0' }, theirs, []).countInStock).toBe('0')
})

test('a count replaces the count of another admin, and keeps the sales since the form was loaded', () => {
  const mine = { ...base, countInStock: '15' }
  const counted = [{ size: '', color: '', change: 5 }]
  expect(rebased(base, mine, { ...base, countInStock: '15' }, counted).countInStock).toBe('15')
  expect(rebased(base, mine, { ...base, countInStock: '12' }, counted).countInStock).toBe('12')
  const stock = (countInStock: string) => [{ size: 'M', color: 'Blue', sku: '', countInStock }]
  const [before, typed, saved] = ['25', '30', '30'].map((count) => ({
    ...base,
    sizes: 'M',
    stock: stock(count),
  })) as Draft[]
  const recounts = [{ size: 'M', color: 'Blue', change: 5 }]
  expect(rebased(before!, typed!, saved!, recounts).stock).toEqual(stock('30'))
})

test('after saving, a count that differs from the typed one is explained', () => {
  const typed = { ...base, countInStock: '5' }
  expect(salesWhileEdited(base, typed, { ...base, countInStock: '2' })).toEqual([
    'The stock is 2: 3 pieces were sold or held while you edited.',
  ])
  expect(salesWhileEdited(base, typed, typed)).toEqual([])
  expect(salesWhileEdited(base, base, { ...base, countInStock: '7' })).toEqual([])
  const divided = (count: string): Draft => ({
    ...base,
    sizes: 'M',
    colors: 'Blue',
    stock: [{ size: 'M', color: 'Blue', sku: '', countInStock: count }],
  })
  expect(salesWhileEdited(divided('35'), divided('20'), divided('17'))).toEqual([
    'M, Blue is 17: 3 pieces were sold or held while you edited.',
  ])
  expect(salesWhileEdited(divided('35'), divided('20'), divided('21'))).toEqual([
    'M, Blue is 21: 1 piece was added while you edited.',
  ])
})

test('a conflict lists every field that either side has changed', () => {
  const mine = { ...base, price: '82', countInStock: '12' }
  const theirs = { ...base, name: 'Washed Shirt', countInStock: '7' }
  expect(differencesBetween(base, mine, theirs, [])).toEqual([
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
