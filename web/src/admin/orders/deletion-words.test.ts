import type { Order } from '@shop/language/order/api'
import { expect, test } from 'vitest'
import { deletedInWords, deletionInWords, restoredInWords } from './deletion-words.ts'

const order = {
  _id: '0123456789',
  user: { _id: 'ada', name: 'Ada Weaver', email: 'ada@x.test' },
  isPaid: true,
  status: 'Processing',
  totalPrice: 49.49,
  refundable: 39.49,
  leftToShip: 1,
} as unknown as Order
const gone =
  'Order #01234567 disappears from the orders, from all totals and from the customer’s account. You can restore it under “Deleted orders”.'

test('the question before deleting a paid order names its payment, the due refund and the pieces that go back into stock', () => {
  expect(deletionInWords(order)).toEqual([
    'Ada Weaver has paid $49.49. After the deletion, a refund of $39.49 is due: make it, or close the refund case, under Needs attention.',
    'To make the refund now, cancel the order instead.',
    '1 piece goes back into stock.',
    gone,
  ])
  expect(deletionInWords({ ...order, leftToShip: 2 })).toContain('2 pieces go back into stock.')
})

test('the question before deleting a cancelled order names a refund only if it is due', () => {
  const cancelled = { ...order, status: 'Cancelled', leftToShip: 0 } as const
  expect(deletionInWords({ ...cancelled, refundDue: true })).toContain(
    'To make the refund now, use “Refund…” on the page of the order instead.',
  )
  expect(deletionInWords({ ...cancelled, refundDue: false })).toEqual([gone])
})

test('no refund is due after deleting a delivered or refunded order', () => {
  expect(deletionInWords({ ...order, status: 'Delivered', leftToShip: 0 })).toEqual([gone])
  expect(deletionInWords({ ...order, status: 'Cancelled', refundable: 0, leftToShip: 0 })).toEqual([gone])
})

test('the result of a deletion and of a restoration is reported', () => {
  const deleted = { _id: order._id, message: 'Order deleted', version: 3 }
  expect(deletedInWords({ ...deleted, refundDue: 0, restocked: 0 })).toBe('Order #01234567 deleted.')
  expect(deletedInWords({ ...deleted, refundDue: 39.49, restocked: 2 })).toBe(
    'Order #01234567 deleted. A refund of $39.49 is due. See “Needs attention”. 2 pieces went back into stock.',
  )
  expect(restoredInWords(order)).toBe('Order #01234567 is restored.')
  expect(restoredInWords({ ...order, status: 'Cancelled' })).toBe(
    'Order #01234567 is restored, with the status Cancelled.',
  )
})
