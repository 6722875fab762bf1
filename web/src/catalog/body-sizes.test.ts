import { expect, test } from 'vitest'
import { inInches, sizeTableOf } from './body-sizes.ts'

test('tops have measures of chest and waist, trousers have measures of waist and hips, both from the table of their gender', () => {
  expect(sizeTableOf({ category: 'Top Wear', gender: 'Women', sizes: ['S'] })).toEqual({
    columns: ['Chest', 'Waist'],
    rows: [{ size: 'S', cm: [88, 70] }],
  })
  expect(sizeTableOf({ category: 'Bottom Wear', gender: 'Unisex', sizes: ['m'] })).toEqual({
    columns: ['Waist', 'Hips'],
    rows: [{ size: 'm', cm: [84, 100] }],
  })
})

test('sizes and categories without measures have no table', () => {
  expect(sizeTableOf({ category: 'Shoes', gender: 'Men', sizes: ['M'] })).toBeUndefined()
  expect(sizeTableOf({ category: 'Top Wear', gender: 'Men', sizes: ['42', 'M'] })?.rows).toHaveLength(1)
  expect(sizeTableOf({ category: 'Top Wear', gender: 'Men', sizes: ['42'] })).toBeUndefined()
})

test('inches are rounded to half inches', () => {
  expect([88, 94, 100].map(inInches)).toEqual([34.5, 37, 39.5])
})
