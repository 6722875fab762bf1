import {
  ReservationReleased,
  StockAdjusted,
  StockCounted,
  StockReserved,
  StockReturned,
  StockTaken,
} from '@shop/language/events/stock-events'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { specOf } from '../spec.ts'
import { aRetryChangesNothing } from '../test-support/retries.ts'
import { availableOf, type StockCommand, stockDecider } from './stock-decider.ts'

const { given } = specOf(stockDecider)
const productId = 'shirt'
const counted = (available: number) => StockCounted({ productId, available })
const reserved = (quantity: number, checkoutId = 'c1') => StockReserved({ productId, checkoutId, quantity })
const reserve = (quantity: number, checkoutId = 'c1'): StockCommand => ({
  type: 'Reserve',
  productId,
  checkoutId,
  quantity,
})

test('a checkout reserves what is available', () => {
  given(counted(3)).when(reserve(3)).thenEvents(reserved(3))
})

test('what others have reserved is not available', () => {
  given(counted(3), reserved(2, 'c1')).when(reserve(2, 'c2')).thenRefused('OUT_OF_STOCK')
})

test('a refusal tells how many are left', () => {
  const decide = () => stockDecider.decide(reserve(2), { ...stockDecider.initialState, onHand: 1 })
  expect(decide).toThrow(expect.objectContaining({ message: 'Only 1 left', details: { productId, left: 1 } }))
})

test('a hold that has ended is not begun again by a late repeat', () => {
  const released = ReservationReleased({ productId, checkoutId: 'c1', quantity: 2 })
  const taken = StockTaken({ productId, checkoutId: 'c1', quantity: 2 })
  for (const ended of [released, taken]) given(counted(9), reserved(2), ended).when(reserve(2)).thenNothing()
})

test('a checkout reserves once', () => {
  given(counted(3), reserved(2)).when(reserve(2)).thenNothing()
})

test('a reservation that is released can be reserved by another', () => {
  given(counted(2), reserved(2, 'c1'), ReservationReleased({ productId, checkoutId: 'c1', quantity: 2 }))
    .when(reserve(2, 'c2'))
    .thenEvents(reserved(2, 'c2'))
})

test('releasing what is not reserved does nothing', () => {
  given(counted(2)).when({ type: 'Release', productId, checkoutId: 'c1' }).thenNothing()
})

test('an order takes exactly what its checkout reserved, and only once', () => {
  const take: StockCommand = { type: 'Take', productId, checkoutId: 'c1' }
  const taken = StockTaken({ productId, checkoutId: 'c1', quantity: 2 })
  given(counted(5), reserved(2)).when(take).thenEvents(taken)
  given(counted(5), reserved(2), taken).when(take).thenNothing()
})

test('a cancelled order gives its pieces back', () => {
  given(counted(1), reserved(1), StockTaken({ productId, checkoutId: 'c1', quantity: 1 }))
    .when({ type: 'Return', productId, orderId: 'c1', quantity: 1 })
    .thenEvents(StockReturned({ productId, orderId: 'c1', quantity: 1 }))
})

test('a count sets what is available; what is reserved comes on top', () => {
  const stock = [counted(5), reserved(2), counted(10)].reduce(stockDecider.evolve, stockDecider.initialState)
  expect(availableOf(stock)).toBe(10)
  expect(stock.onHand).toBe(12)
})

test('an adjustment is the difference to what the admin saw, so that sales meanwhile stand', () => {
  given(counted(10), reserved(3))
    .when({ type: 'Adjust', productId, difference: 5, seenCounts: 1 })
    .thenEvents(StockAdjusted({ productId, difference: 5 }))
})

test('an adjustment made before somebody else counted is refused', () => {
  given(counted(10), counted(8))
    .when({ type: 'Adjust', productId, difference: 5, seenCounts: 1 })
    .thenRefused('PRECONDITION_FAILED')
})

test('an adjustment never takes away what is reserved', () => {
  given(counted(10), reserved(8))
    .when({ type: 'Adjust', productId, difference: -3, seenCounts: 1 })
    .thenRefused('PRECONDITION_FAILED')
})

const quantity = fc.integer({ min: 1, max: 5 })
const checkoutId = fc.constantFrom('c1', 'c2', 'c3')
const anyCommand: fc.Arbitrary<StockCommand> = fc.oneof(
  fc.record({ type: fc.constant('Count' as const), productId: fc.constant(productId), available: fc.nat(10) }),
  fc.record({
    type: fc.constant('Adjust' as const),
    productId: fc.constant(productId),
    difference: fc.integer({ min: -5, max: 5 }),
    seenCounts: fc.nat(3),
  }),
  fc.record({ type: fc.constant('Reserve' as const), productId: fc.constant(productId), checkoutId, quantity }),
  fc.record({ type: fc.constant('Release' as const), productId: fc.constant(productId), checkoutId }),
  fc.record({ type: fc.constant('Take' as const), productId: fc.constant(productId), checkoutId }),
  fc.record({
    type: fc.constant('Return' as const),
    productId: fc.constant(productId),
    orderId: checkoutId,
    quantity,
  }),
)

test('after any commands in any order, neither the stock on hand nor the available stock is below zero', () => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 40 }), (commands) => {
      let stock = stockDecider.initialState
      for (const command of commands) {
        try {
          stock = stockDecider.decide(command, stock).reduce(stockDecider.evolve, stock)
        } catch {
          continue
        }
        expect(stock.onHand).toBeGreaterThanOrEqual(0)
        expect(availableOf(stock)).toBeGreaterThanOrEqual(0)
      }
    }),
  )
})

test('a stock command handled twice happens once', () => aRetryChangesNothing(stockDecider, anyCommand))
