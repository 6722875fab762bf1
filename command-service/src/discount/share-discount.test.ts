import type { PricedItem } from '@shop/language/events/bought'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { discountOf, shareDiscount } from './share-discount.ts'

const lineOf = (paidCents: number) => ({ quantity: 1, priceCents: paidCents, paidCents }) as PricedItem
const paidOf = (...lines: number[]) => shareDiscount(lines.map(lineOf)).map(({ paidCents }) => paidCents)

test('a tenth is taken off, rounded to the nearest cent', () => {
  expect([discountOf(5000), discountOf(1995), discountOf(1994), discountOf(4)]).toEqual([500, 200, 199, 0])
  expect(paidOf(2499, 2499)).toEqual([2249, 2249])
  expect(paidOf(1005, 1005, 1005)).toEqual([904, 905, 904])
})

test('the shares of any lines add up to the discount, and no line costs less than zero', () => {
  const prices = fc.array(fc.integer({ min: 0, max: 999_999 }), { minLength: 1, maxLength: 50 })
  fc.assert(
    fc.property(prices, (lines) => {
      const total = lines.reduce((sum, cents) => sum + cents, 0)
      const paid = paidOf(...lines)
      expect(paid.reduce((sum, cents) => sum + cents, 0)).toBe(total - discountOf(total))
      for (const [index, cents] of paid.entries()) {
        expect(cents).toBeGreaterThanOrEqual(0)
        expect(Math.abs(cents - lines[index]! * 0.9)).toBeLessThanOrEqual(1)
      }
    }),
  )
})
