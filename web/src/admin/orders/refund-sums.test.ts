import type { Order } from '@shop/language/order/api'
import { expect, test } from 'vitest'
import { allRefundable, paidFor, refundableOf, withUnsent } from './refund-sums.ts'

const order = {
  orderItems: [
    { quantity: 3, refundable: 3, paid: 100, toShip: 2 },
    { quantity: 2, refundable: 1, paid: 50.01, toShip: 0 },
  ],
} as unknown as Order

test('chosen pieces are worth what was paid for them, to the cent', () => {
  expect(paidFor(order, {})).toBe(0)
  expect(paidFor(order, { 0: 1 })).toBe(33.33)
  expect(paidFor(order, { 0: 3 })).toBe(100)
  // One of the second line's two pieces is refunded already. The other piece is worth the rest of what was paid for both.
  expect(paidFor(order, { 0: 1, 1: 1 })).toBe(58.34)
})

test('chosen pieces are limited to the pieces that can still be refunded', () => {
  expect(allRefundable(order)).toEqual({ 0: 3, 1: 1 })
  expect(refundableOf(order, { 0: 2, 1: 2 })).toEqual({ 0: 2, 1: 1 })
})

test('a refund of all that is left includes the unsent pieces that were not chosen', () => {
  expect(withUnsent(order, { 0: 1, 1: 1 })).toEqual({ 0: 2, 1: 1 })
  expect(withUnsent(order, { 0: 3 })).toEqual({ 0: 3, 1: 0 })
})
