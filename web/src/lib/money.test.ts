import { expect, test } from 'vitest'
import { formatMoney } from './money.ts'

test('a price is US dollars with two decimals', () => {
  expect(formatMoney(1234.5)).toBe('$1,234.50')
})

test('the cart can show another symbol for the same number', () => {
  expect(formatMoney(78, '₹')).toBe('₹78.00')
})
