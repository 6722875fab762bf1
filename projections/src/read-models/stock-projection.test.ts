import {
  ReservationReleased,
  SHARED,
  StockAdjusted,
  StockCounted,
  StockReceived,
  StockReserved,
  StockReturned,
  StockTaken,
} from '@shop/language/stock/events'
import { sharedPieces } from '@shop/language/test-support/shared-line'
import { expect, test } from 'vitest'
import { documentsAfter } from '../spec.ts'
import { stockProjection } from './stock-projection.ts'

const productId = 'p1'
const medium = { size: 'M', color: 'Red' }
const counted = StockCounted({ productId, ...SHARED, available: 10 })
const reserved = StockReserved({ productId, checkoutId: 'c1', lines: sharedPieces(3) })
const linesAfter = (...history: Parameters<typeof documentsAfter>[1][]) =>
  documentsAfter(stockProjection, ...history).p1?.lines

test('reserved pieces still count as on hand', () => {
  expect(linesAfter(counted, reserved)).toEqual([{ ...SHARED, onHand: 10, reserved: 3 }])
})

test('a count sets the number of available pieces; the number on hand is the sum of available and reserved pieces', () => {
  expect(linesAfter(counted, reserved, counted)).toEqual([{ ...SHARED, onHand: 13, reserved: 3 }])
})

test('counts and adjustments are numbered, and restocked pieces are not', () => {
  const adjusted = StockAdjusted({ productId, ...SHARED, difference: -4 })
  const received = StockReceived({ productId, ...SHARED, quantity: 2 })
  expect(documentsAfter(stockProjection, counted, adjusted, received).p1).toMatchObject({
    lines: [{ onHand: 8 }],
    counts: 2,
  })
})

test('the pieces of a released reservation are available again', () => {
  const released = ReservationReleased({ productId, checkoutId: 'c1', lines: sharedPieces(3) })
  expect(linesAfter(counted, reserved, released)).toEqual([{ ...SHARED, onHand: 10, reserved: 0 }])
})

test('a sale reduces the pieces on hand, and returned pieces are added again', () => {
  const taken = StockTaken({ productId, checkoutId: 'c1', lines: sharedPieces(3) })
  const returned = StockReturned({ productId, orderId: 'o1', returnId: 'o1', lines: sharedPieces(3) })
  expect(linesAfter(counted, reserved, taken)).toEqual([{ ...SHARED, onHand: 7, reserved: 0 }])
  expect(linesAfter(counted, reserved, taken, returned)).toEqual([{ ...SHARED, onHand: 10, reserved: 0 }])
})

test('each size and color has its own line, and a reservation takes pieces from that line and from the shared line', () => {
  const countedLine = StockCounted({ productId, ...medium, available: 2 })
  const both = [{ ...medium, quantity: 2 }, ...sharedPieces(1)]
  expect(linesAfter(counted, countedLine, StockReserved({ productId, checkoutId: 'c1', lines: both }))).toEqual([
    { ...SHARED, onHand: 10, reserved: 1 },
    { ...medium, onHand: 2, reserved: 2 },
  ])
})
