import { expect, test } from 'vitest'
import { orderOfPieces, piecesOfProduct } from './pieces-of-product.ts'

const items = [
  { productId: 'p1', quantity: 3, paidCents: 1_000 },
  { productId: 'p2', quantity: 1, paidCents: 500 },
  { productId: 'p1', quantity: 1, paidCents: 400 },
]
const piecesIn = (data: unknown, product = 'p1') =>
  piecesOfProduct({ data }, product, (order) => (order === 'o1' ? items : undefined))

test('an order has the pieces of one product, and what was paid for them', () => {
  expect(piecesIn({ orderId: 'o1', items, totalCents: 1_900 })).toEqual({ pieces: 4, paid: 14 })
  expect(piecesIn({ orderId: 'o1', items }, 'p2')).toEqual({ pieces: 1, paid: 5 })
  expect(piecesIn({ orderId: 'o1', items }, 'p3')).toBeUndefined()
})

test('pieces that come back are a part of a line of their order, with their share of its price', () => {
  const back = { orderId: 'o1', pieces: [0, 1].map((line) => ({ line, quantity: 1 })) }
  expect(piecesIn(back)).toEqual({ pieces: 1, paid: 3.33 })
  expect(piecesIn({ ...back, pieces: [{ line: 1, quantity: 1 }] })).toBeUndefined()
  expect(piecesIn({ ...back, orderId: 'o2' })).toBeUndefined()
  expect([orderOfPieces({ data: back }), orderOfPieces({ data: { orderId: 'o1', pieces: [] } })]).toEqual([
    'o1',
    undefined,
  ])
})

test('a line of a cart has no paid price', () => {
  expect(piecesIn({ ownerId: 'p_ada', item: { productId: 'p1', quantity: 2 } })).toEqual({ pieces: 2 })
  for (const none of [null, {}, { productId: 'p1' }]) expect(piecesIn(none)).toBeUndefined()
})
