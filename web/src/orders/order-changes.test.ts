import { NO_ADDRESS } from '@shop/language/limits'
import type { Order } from '@shop/language/order/api'
import { expect, test } from 'vitest'
import { orderChanges } from './order-changes.ts'

const order = {
  status: 'Processing',
  shippingAddress: { ...NO_ADDRESS, address: '1 Loom Lane', city: 'Ghent', country: 'Belgium' },
  refundedTotal: 0,
  refunds: [],
  returns: [],
} as unknown as Order
const refund = { _id: 'r1', amount: 20.1, at: '2026-01-01T00:00:00.000Z', lines: [] }

test('the same order has no changes', () => {
  expect(orderChanges(order, { ...order })).toEqual([])
})

test('a cancellation with its refund is shown as status and money', () => {
  const now = { ...order, status: 'Cancelled', refundedTotal: 40, refundDue: false } as Order
  expect(orderChanges(order, now)).toEqual([
    { name: 'Status', before: 'Processing', after: 'Cancelled' },
    { name: 'Refunded', before: null, after: '$40.00' },
  ])
})

test('pending refunds are summed to the cent, separately from refused refunds', () => {
  const refunds = [refund, { ...refund, amount: 20.2 }].map((one) => ({ ...one, state: 'pending' }) as const)
  const refused = { ...refund, state: 'refused' } as const
  expect(orderChanges(order, { ...order, refunds: [...refunds, refused] })).toEqual([
    { name: 'Refund on its way', before: null, after: '$40.30' },
    { name: 'Refused refunds', before: null, after: '$20.10' },
  ])
})

test('an address, a tracking number and a return are shown in words', () => {
  const moved = { ...order.shippingAddress, city: 'Liège' }
  const asked = { _id: 'b1', askedAt: '', lines: [{ line: 0, quantity: 2 }] }
  expect(orderChanges(order, { ...order, shippingAddress: moved, trackingNumber: 'RM1', returns: [asked] })).toEqual([
    { name: 'Tracking number', before: null, after: 'RM1' },
    { name: 'Address', before: '1 Loom Lane, Ghent, Belgium', after: '1 Loom Lane, Liège, Belgium' },
    { name: 'Returns awaited', before: null, after: '2 pieces' },
  ])
})
