import type { Order } from '@shop/language/order/api'
import { expect, test } from 'vitest'
import { pieceWords } from './piece-words.ts'

const of = (item: object, changes: object = {}) =>
  pieceWords(
    {
      isPaid: true,
      status: 'Processing',
      orderItems: [{ quantity: 2, toShip: 2, awaited: 0, ...item }],
      refunds: [],
      returns: [],
      ...changes,
    } as unknown as Order,
    0,
  )

test('a line says which of its pieces are to be packed, were refunded, or came back', () => {
  const lines = [{ line: 0, quantity: 1 }]
  expect(of({})).toBe('')
  expect(of({ toShip: 1 }, { refunds: [{ state: 'made', lines }] })).toBe('1 to pack · 1 refunded')
  expect(of({ toShip: 1 }, { refunds: [{ state: 'pending', lines }] })).toBe('1 to pack · 1 being refunded')
  expect(of({}, { refunds: [{ state: 'refused', lines }] })).toBe('')
  expect(of({ toShip: 0, awaited: 1 }, { status: 'Shipped' })).toBe('1 awaited back')
  expect(of({ toShip: 0 }, { status: 'Shipped', returns: [{ lines, received: lines }] })).toBe('1 came back')
})
