import { expect, test } from 'vitest'
import { leftOf } from './left-of.ts'

const line = (size: string, color: string, countInStock: number) => ({ size, color, countInStock })
const plain = { countInStock: 7, soldOutSizes: [], colors: ['Red', 'Blue'] }
const parted = {
  ...plain,
  stock: [line('S', 'Red', 0), line('M', 'Red', 2), line('M', 'Blue', 3)],
  soldOutSizes: ['S'],
}

test('a product without lines has all of its pieces left in each size and color', () => {
  expect(leftOf(plain, 'M', 'Red')).toBe(7)
  expect(leftOf({ ...plain, stock: [] }, '', '')).toBe(7)
})

test('for a size and color, the pieces of its line and of the shared line are left', () => {
  expect(leftOf(parted, 'M', 'Red')).toBe(4)
  expect(leftOf({ ...parted, soldOutSizes: [] }, 'S', 'Red')).toBe(2)
  expect(leftOf({ ...parted, countInStock: 5 }, 'L', 'Red')).toBe(0)
})

test('before a color is chosen all colors count, and before a size is chosen all sizes count', () => {
  expect(leftOf({ ...parted, countInStock: 5 }, 'M', '')).toBe(5)
  expect(leftOf({ ...parted, countInStock: 5 }, '', 'Red')).toBe(2)
  expect(leftOf({ ...parted, countInStock: 5 }, 'S', '')).toBe(0)
})

test('a product without colors is counted by size', () => {
  const sizes = { countInStock: 3, colors: [], soldOutSizes: ['S'], stock: [line('S', '', 0), line('M', '', 3)] }
  expect(leftOf(sizes, 'M', '')).toBe(3)
  expect(leftOf(sizes, 'S', '')).toBe(0)
})
