import { expect, test } from 'vitest'
import { MAX_PIECES } from '../limits.ts'
import { ReceiveStockBody } from '../stock/api.ts'
import { price } from './numbers-in-forms.ts'

test.each([0, 19.99, 999_999.99, 1_000_000])('a price of %s is accepted as a number and as text', (dollars) => {
  expect(price.parse(dollars)).toBe(dollars)
  expect(price.parse(String(dollars))).toBe(dollars)
})

test.each([1_000_000.01, 9_999_999, -1, 0.001])('a price of %s is refused as a number and as text', (dollars) => {
  expect(price.safeParse(dollars).success).toBe(false)
  expect(price.safeParse(String(dollars)).success).toBe(false)
})

test('the most pieces are accepted as a number and as text, and one more is refused', () => {
  const receive = (quantity: unknown) => ReceiveStockBody.safeParse({ quantity }).success
  expect([MAX_PIECES, String(MAX_PIECES)].map(receive)).toEqual([true, true])
  expect([MAX_PIECES + 1, String(MAX_PIECES + 1)].map(receive)).toEqual([false, false])
})
