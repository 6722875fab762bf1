import { expect, test } from 'vitest'
import { discountSums, fullPrice } from './discount-sums.ts'

test('the discount is shown between the prices of the lines and the total, to the cent', () => {
  expect(discountSums({ discount: 5, totalPrice: 44.98 })).toEqual([
    ['Subtotal', '$49.98'],
    ['Discount', '−$5.00'],
  ])
  expect(fullPrice({ discount: 0.1, totalPrice: 0.2 })).toBe(0.3)
})

test('an order without a discount shows only its total', () => {
  expect(discountSums({ totalPrice: 49.98 })).toEqual([])
  expect(fullPrice({ totalPrice: 49.98 })).toBe(49.98)
})
