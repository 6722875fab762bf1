import { expect, test } from 'vitest'
import { underOneName } from './two-names.ts'

const stored = { collections: 'Harbour', sizes: ['S', 'M'], colors: ['Red'] }

test('one of the two names is enough, and a field with neither name stays unchanged', () => {
  expect(underOneName({ size: ['L'], collection: 'Weekend' }, stored)).toEqual({ sizes: ['L'], collections: 'Weekend' })
  expect(underOneName({ colors: ['Blue'] }, stored)).toEqual({ colors: ['Blue'] })
  expect(underOneName({}, stored)).toEqual({})
})

test('if a body has both names of a field, the changed value counts', () => {
  expect(underOneName({ sizes: ['S', 'M'], size: ['L'] }, stored)).toEqual({ sizes: ['L'] })
  expect(underOneName({ sizes: ['L'], size: ['S', 'M'] }, stored)).toEqual({ sizes: ['L'] })
  expect(underOneName({ collections: 'Harbour', collection: '' }, stored)).toEqual({ collections: '' })
  expect(underOneName({ colors: ['Blue'], color: ['Blue'] }, stored)).toEqual({ colors: ['Blue'] })
})

test('a field is refused if both its names have changed to different values', () => {
  expect(() => underOneName({ colors: ['Blue'], color: ['Green'] }, stored)).toThrow('color: This field has two names')
})

test('a new product has no stored values to compare with', () => {
  expect(underOneName({ sizes: [], size: ['L'] })).toEqual({ sizes: ['L'] })
  expect(() => underOneName({ sizes: ['S'], size: ['L'] })).toThrow('size: This field has two names')
})
