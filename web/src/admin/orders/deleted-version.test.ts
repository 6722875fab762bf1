import { expect, test } from 'vitest'
import { deletedVersion } from './deleted-version.ts'

const after = (...steps: string[]) => deletedVersion(steps.map((what, version) => ({ what, version })))

test('a deleted order has the version of its newest event that makes one', () => {
  expect(after('Order placed', 'Order deleted', 'Pieces given up')).toBe(1)
  expect(after('Order placed', 'Order deleted', 'Order refund requested', 'Order refunded')).toBe(2)
  expect(after('Order placed', 'Order deleted', 'Order refund requested', 'Order refund refused')).toBe(3)
  expect(after('Order placed', 'Order deleted', 'Refund noted')).toBe(2)
})

test('an order that nobody deleted, or that was restored, is not deleted', () => {
  expect(after('Checkout started', 'Payment pending')).toBe(undefined)
  expect(after('Order placed', 'Order deleted', 'Order restored', 'Order refund requested')).toBe(undefined)
})
