import {
  ReservationReleased,
  StockAdjusted,
  StockCounted,
  StockReserved,
  StockReturned,
  StockTaken,
} from '@shop/language/events/stock-events'
import { expect, test } from 'vitest'
import { documentsAfter } from '../spec.ts'
import { stockProjection } from './stock-projection.ts'

const productId = 'p1'
const counted = StockCounted({ productId, available: 10 })
const reserved = StockReserved({ productId, checkoutId: 'c1', quantity: 3 })

test('reserved pieces are on hand but not available', () => {
  expect(documentsAfter(stockProjection, counted, reserved)).toMatchObject({
    p1: { onHand: 10, reserved: 3, available: 7 },
  })
})

test('a count sets what is available, to which reserved pieces are added on hand', () => {
  expect(documentsAfter(stockProjection, counted, reserved, counted)).toMatchObject({
    p1: { onHand: 13, reserved: 3, available: 10, counts: 2 },
  })
})

test('an adjustment adds its difference and increases the number of counts', () => {
  expect(documentsAfter(stockProjection, counted, StockAdjusted({ productId, difference: -4 }))).toMatchObject({
    p1: { onHand: 6, available: 6, counts: 2 },
  })
})

test('a released reservation is available again', () => {
  const released = ReservationReleased({ productId, checkoutId: 'c1', quantity: 3 })
  expect(documentsAfter(stockProjection, counted, reserved, released)).toMatchObject({
    p1: { onHand: 10, reserved: 0, available: 10 },
  })
})

test('a sale reduces what is on hand, and what is available stays', () => {
  const taken = StockTaken({ productId, checkoutId: 'c1', quantity: 3 })
  const returned = StockReturned({ productId, orderId: 'o1', quantity: 3 })
  expect(documentsAfter(stockProjection, counted, reserved, taken)).toMatchObject({
    p1: { onHand: 7, reserved: 0, available: 7 },
  })
  expect(documentsAfter(stockProjection, counted, reserved, taken, returned)).toMatchObject({
    p1: { onHand: 10, available: 10 },
  })
})
