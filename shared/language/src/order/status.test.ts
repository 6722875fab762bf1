import { expect, test } from 'vitest'
import { AdminOrderQuery, ChangeStatusBody, ChangeStatusesBody } from './api.ts'

test.each([
  ['shipped', 'Shipped'],
  ['DELIVERED', 'Delivered'],
  ['Canceled', 'Cancelled'],
  ['canceled', 'Cancelled'],
  ['Processing', 'Processing'],
])('the status %j is read as %s in every field that a client sends', (sent, status) => {
  expect(ChangeStatusBody.parse({ status: sent }).status).toBe(status)
  expect(ChangeStatusesBody.parse({ orders: [{ _id: 'o1' }], status: sent }).status).toBe(status)
  expect(AdminOrderQuery.parse({ status: sent }).status).toBe(status)
})

test.each(['Ship', 'toString', '', 5, null])('%j is no status', (sent) => {
  expect(ChangeStatusBody.safeParse({ status: sent }).success).toBe(false)
})

test('the spelling Canceled allows the fields of a cancellation', () => {
  expect(ChangeStatusBody.parse({ status: 'canceled', refund: 'all' }).refund).toBe('all')
})
