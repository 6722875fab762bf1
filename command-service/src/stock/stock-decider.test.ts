import {
  type Pieces,
  ReservationReleased,
  SHARED,
  StockAdjusted,
  StockCounted,
  type StockEvent,
  StockReceived,
  StockReserved,
  StockReturned,
  StockTaken,
} from '@shop/language/stock/events'
import { availableOf, leftIn } from '@shop/language/stock/lines'
import { leftOf } from '@shop/language/stock/pieces-left'
import { sharedPieces } from '@shop/language/test-support/shared-line'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { specOf } from '../spec.ts'
import { aRetryChangesNothing } from '../test-support/retries.ts'
import { type StockCommand, stockDecider } from './stock-decider.ts'

const { given } = specOf(stockDecider)
const productId = 'shirt'
const small = { size: 'S', color: 'Red' }
const medium = { size: 'M', color: 'Red' }
const large = { size: 'L', color: 'Red' }
const offered = { sizes: ['S', 'M'], colors: ['Red'] }

const counted = (available: number, line = SHARED) => StockCounted({ productId, ...line, available })
const adjusted = (difference: number, line = SHARED) => StockAdjusted({ productId, ...line, difference })
const reserved = (lines: Pieces[], checkoutId = 'c1') => StockReserved({ productId, checkoutId, lines })
const released = (lines: Pieces[], checkoutId = 'c1') => ReservationReleased({ productId, checkoutId, lines })
const taken = (lines: Pieces[], checkoutId = 'c1') => StockTaken({ productId, checkoutId, lines })
const returned = (lines: Pieces[], returnId = 'c1') => StockReturned({ productId, orderId: 'c1', returnId, lines })
const pieces = (quantity: number, line = medium): Pieces => ({ ...line, quantity })
const reserve = (lines: Pieces[], checkoutId = 'c1'): StockCommand => ({
  type: 'Reserve',
  productId,
  checkoutId,
  lines,
})
const stockAfter = (...history: StockEvent[]) => history.reduce(stockDecider.evolve, stockDecider.initialState)
const left = (...history: StockEvent[]) => {
  const after = leftIn(stockAfter(...history).lines)
  return { small: leftOf(after, small), medium: leftOf(after, medium) }
}
const refusal = (command: StockCommand, ...history: StockEvent[]) => {
  try {
    stockDecider.decide(command, stockAfter(...history))
  } catch (error) {
    return error
  }
  throw new Error('It was not refused')
}

describe('the stock of a product that is not counted by size and color', () => {
  test('a checkout reserves what is available, in any size', () => {
    given(counted(3))
      .when(reserve([pieces(2), pieces(1, small)]))
      .thenEvents(reserved(sharedPieces(3)))
  })

  test('pieces that other checkouts have reserved are not available', () => {
    given(counted(3), reserved(sharedPieces(2)))
      .when(reserve([pieces(2)], 'c2'))
      .thenRefused('OUT_OF_STOCK')
  })

  test('a refusal says how many pieces are left', () => {
    const details = { productId, ...medium, left: 1 }
    expect(refusal(reserve([pieces(2)]), counted(1))).toMatchObject({ message: 'Only 1 left', details })
    expect(refusal(reserve([pieces(2)]), counted(0))).toMatchObject({ message: 'Sold out' })
  })

  test('a count sets the available number; reserved pieces are added to it', () => {
    const stock = stockAfter(counted(5), reserved(sharedPieces(2)), counted(10))
    expect(stock.lines).toEqual([{ ...SHARED, onHand: 12, reserved: 2 }])
    given(counted(5)).when({ type: 'Count', productId, available: 5, offered }).thenEvents(counted(5))
  })
})

describe('a hold', () => {
  test('that has ended does not begin again because of a late repeat', () => {
    for (const ended of [released(sharedPieces(2)), taken(sharedPieces(2))])
      given(counted(9), reserved(sharedPieces(2)), ended)
        .when(reserve([pieces(2)]))
        .thenNothing()
  })

  test('is begun once', () => {
    given(counted(3), reserved(sharedPieces(2)))
      .when(reserve([pieces(2)]))
      .thenNothing()
  })

  test('that is released makes its pieces available to other holds', () => {
    given(counted(2), reserved(sharedPieces(2)), released(sharedPieces(2)))
      .when(reserve([pieces(2)], 'c2'))
      .thenEvents(reserved(sharedPieces(2), 'c2'))
  })

  test('that does not exist cannot be released', () => {
    given(counted(2)).when({ type: 'Release', productId, checkoutId: 'c1' }).thenNothing()
  })

  test('takes exactly the pieces that it reserved, and only once', () => {
    const take: StockCommand = { type: 'Take', productId, checkoutId: 'c1' }
    given(counted(5), reserved(sharedPieces(2)))
      .when(take)
      .thenEvents(taken(sharedPieces(2)))
    given(counted(5), reserved(sharedPieces(2)), taken(sharedPieces(2)))
      .when(take)
      .thenNothing()
  })
})

describe('returned pieces', () => {
  const sold = [counted(1, medium), counted(1), reserved([pieces(1), ...sharedPieces(1)])]
  const giveBack = (lines: Pieces[], returnId = 'c1'): StockCommand => ({
    type: 'Return',
    productId,
    orderId: 'c1',
    returnId,
    lines,
  })

  test('go back to the lines that the command names', () => {
    const history = [...sold, taken([pieces(1), ...sharedPieces(1)])]
    given(...history)
      .when(giveBack([pieces(1), ...sharedPieces(1)]))
      .thenEvents(returned([pieces(1), ...sharedPieces(1)]))
    expect(left(...history, returned([pieces(1), ...sharedPieces(1)]))).toEqual({ small: 1, medium: 2 })
  })

  test('are counted once for each return, even if an order has several returns', () => {
    given(...sold, returned([pieces(1)], 'r1'))
      .when(giveBack([pieces(1)], 'r1'))
      .thenNothing()
    given(...sold, returned([pieces(1)], 'r1'))
      .when(giveBack([pieces(1)], 'r2'))
      .thenEvents(returned([pieces(1)], 'r2'))
  })
})

describe('the stock of sizes and colors', () => {
  const parted = [counted(2), counted(3, medium), counted(0, small)]

  test('a hold takes pieces from its own line first, then from the shared line, and records the lines', () => {
    given(...parted)
      .when(reserve([pieces(4), pieces(1, small)]))
      .thenEvents(reserved([pieces(3), ...sharedPieces(2)]))
    given(...parted)
      .when(reserve([pieces(2)]))
      .thenEvents(reserved([pieces(2)]))
  })

  test('shared pieces that one size has taken are not available to another size', () => {
    given(...parted)
      .when(reserve([pieces(4), pieces(2, small)]))
      .thenRefused('OUT_OF_STOCK')
    given(...parted, reserved([pieces(3), ...sharedPieces(2)]))
      .when(reserve([pieces(1, small)], 'c2'))
      .thenRefused('OUT_OF_STOCK')
  })

  test('a refusal names the size and color, and says how many pieces are left', () => {
    expect(refusal(reserve([pieces(6)]), ...parted)).toMatchObject({
      message: 'Only 5 left in M, Red',
      details: { productId, ...medium, left: 5 },
    })
    expect(refusal(reserve([pieces(1), pieces(3, small)]), ...parted)).toMatchObject({
      details: { ...small, left: 2 },
    })
  })

  test('a size that was never counted has only the shared pieces', () => {
    given(...parted)
      .when(reserve([pieces(2, large)]))
      .thenEvents(reserved(sharedPieces(2)))
  })

  test('a hold from before the stock was counted by size and color stays unchanged', () => {
    const history = [counted(5), reserved(sharedPieces(2)), counted(1, medium)]
    expect(left(...history)).toEqual({ small: 3, medium: 4 })
    given(...history)
      .when({ type: 'Take', productId, checkoutId: 'c1' })
      .thenEvents(taken(sharedPieces(2)))
  })

  test('each line can be counted absolutely, or by its difference from what the form showed', () => {
    const lines = [
      { ...small, available: 1 },
      { ...medium, available: 2 },
    ]
    given().when({ type: 'CountLines', productId, lines }).thenEvents(counted(1, small), counted(2, medium))
    const changes = [{ ...medium, difference: -3 }]
    given(...parted)
      .when({ type: 'AdjustLines', productId, lines: changes, seenCounts: 3 })
      .thenEvents(adjusted(-3, medium))
    given(...parted)
      .when({ type: 'AdjustLines', productId, lines: changes, seenCounts: 2 })
      .thenRefused('PRECONDITION_FAILED')
    given(...parted, reserved([pieces(1)]))
      .when({ type: 'AdjustLines', productId, lines: changes, seenCounts: 3 })
      .thenRefused('PRECONDITION_FAILED')
    given(...parted)
      .when({ type: 'AdjustLines', productId, lines: [{ ...large, difference: 0 }], seenCounts: 3 })
      .thenEvents(counted(0, large))
  })
})

describe('one count of all lines together', () => {
  const parted = [counted(2), counted(6, medium), counted(4, small), counted(9, large)]
  const count = (available: number): StockCommand => ({ type: 'Count', productId, available, offered })

  test('changes nothing if equal', () => {
    given(...parted)
      .when(count(12))
      .thenNothing()
  })

  test('adds to the shared line if higher', () => {
    given(...parted)
      .when(count(15))
      .thenEvents(adjusted(3))
  })

  test('takes pieces from the shared line, then from the fullest lines if lower', () => {
    given(...parted)
      .when(count(11))
      .thenEvents(adjusted(-1))
    given(...parted)
      .when(count(9))
      .thenEvents(adjusted(-2), adjusted(-1, medium))
    given(...parted)
      .when(count(5))
      .thenEvents(adjusted(-2), adjusted(-4, medium), adjusted(-1, small))
    given(...parted)
      .when(count(0))
      .thenEvents(adjusted(-2), adjusted(-6, medium), adjusted(-4, small))
  })

  test('counts as a difference from the number that the form showed', () => {
    const adjust = (difference: number, seenCounts = 4): StockCommand => ({
      type: 'Adjust',
      productId,
      difference,
      seenCounts,
      offered,
    })
    given(...parted)
      .when(adjust(-3))
      .thenEvents(adjusted(-2), adjusted(-1, medium))
    given(...parted)
      .when(adjust(0, 1))
      .thenNothing()
    given(...parted)
      .when(adjust(-13))
      .thenRefused('PRECONDITION_FAILED')
    given(...parted)
      .when(adjust(1, 3))
      .thenRefused('PRECONDITION_FAILED')
  })

  test('takes exactly the difference, and always takes from the fullest lines', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(9), { minLength: 1, maxLength: 6 }), fc.nat(9), fc.nat(), (lines, shared, asked) => {
        const sizes = lines.map((_, n) => `${n}`)
        const history = [counted(shared), ...lines.map((n, size) => counted(n, { size: `${size}`, color: '' }))]
        const before = stockAfter(...history)
        const available = asked % (availableOf(before.lines) + 1)
        const of = { sizes, colors: [] }
        const after = stockDecider
          .decide({ type: 'Count', productId, available, offered: of }, before)
          .reduce(stockDecider.evolve, before)
        expect(availableOf(after.lines)).toBe(available)
        const [sharedAfter, ...own] = leftIn(after.lines).map((line) => line.left)
        const lowered = own.filter((line, n) => line < (lines[n] ?? 0))
        if (lowered.length === 0) return
        expect(sharedAfter).toBe(0)
        expect(Math.max(...own) - Math.min(...lowered)).toBeLessThanOrEqual(1)
      }),
    )
  })
})

test('an adjustment is the difference from what the admin saw, so that sales meanwhile count', () => {
  given(counted(10), reserved(sharedPieces(3)))
    .when({ type: 'Adjust', productId, difference: 5, seenCounts: 1 })
    .thenEvents(adjusted(5))
})

test('an adjustment made before another count is refused', () => {
  given(counted(10), counted(8))
    .when({ type: 'Adjust', productId, difference: 5, seenCounts: 1 })
    .thenRefused('PRECONDITION_FAILED')
})

test('an adjustment never takes reserved pieces', () => {
  given(counted(10), reserved(sharedPieces(8)))
    .when({ type: 'Adjust', productId, difference: -3, seenCounts: 1 })
    .thenRefused('PRECONDITION_FAILED')
})

test('received pieces go to their line, and an admin’s open form stays valid', () => {
  const receive = { type: 'Receive', productId, lines: [{ ...medium, quantity: 4 }] } as const
  given(counted(1))
    .when(receive)
    .thenEvents(StockReceived({ productId, ...medium, quantity: 4 }))
  given(counted(1))
    .when({ ...receive, costCents: 900 })
    .thenEvents(StockReceived({ productId, ...medium, quantity: 4, costCents: 900 }))
  given(counted(1), StockReceived({ productId, ...medium, quantity: 4 }))
    .when({ type: 'Adjust', productId, difference: 1, seenCounts: 1 })
    .thenEvents(adjusted(1))
})

const quantity = fc.integer({ min: 1, max: 5 })
const checkoutId = fc.constantFrom('c1', 'c2', 'c3')
const line = fc.constantFrom(SHARED, small, medium, large)
const of = { productId: fc.constant(productId) }
const type = <Type extends StockCommand['type']>(name: Type) => ({ type: fc.constant(name), ...of })
const linesWith = <Field extends string>(field: Field, value: fc.Arbitrary<number>) =>
  fc
    .uniqueArray(fc.tuple(line, value), { minLength: 1, maxLength: 3, selector: ([{ size }]) => size })
    .map((lines) => lines.map(([which, number]) => ({ ...which, [field]: number }))) as fc.Arbitrary<
    (typeof SHARED & Record<Field, number>)[]
  >
const lines = linesWith('quantity', quantity)
const seenCounts = fc.nat(3)
const someOffered = fc.constantFrom(offered, { sizes: ['S', 'M', 'L'], colors: ['Red'] })
const anyCommand: fc.Arbitrary<StockCommand> = fc.oneof(
  fc.record({ ...type('Count'), available: fc.nat(10), offered: someOffered }),
  fc.record({ ...type('CountLines'), lines: linesWith('available', fc.nat(10)) }),
  fc.record({ ...type('Adjust'), difference: fc.integer({ min: -5, max: 5 }), seenCounts, offered: someOffered }),
  fc.record({ ...type('AdjustLines'), lines: linesWith('difference', fc.integer({ min: -5, max: 5 })), seenCounts }),
  fc.record({ ...type('Receive'), lines }),
  fc.record({ ...type('Reserve'), checkoutId, lines }),
  fc.record({ ...type('Release'), checkoutId }),
  fc.record({ ...type('Take'), checkoutId }),
  fc.record({ ...type('Return'), orderId: checkoutId, returnId: fc.constantFrom('r1', 'r2'), lines }),
)

test('after any commands in any order, no event leaves a line below zero or below its reserved pieces', () => {
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 40 }), (commands) => {
      let stock = stockDecider.initialState
      for (const command of commands) {
        let events: readonly StockEvent[] = []
        try {
          events = stockDecider.decide(command, stock)
        } catch {
          continue
        }
        for (const event of events) {
          stock = stockDecider.evolve(stock, event)
          for (const { onHand, reserved: held } of stock.lines) {
            expect(held).toBeGreaterThanOrEqual(0)
            expect(onHand).toBeGreaterThanOrEqual(held)
          }
        }
      }
    }),
  )
})

test('a stock command handled twice happens once', () => aRetryChangesNothing(stockDecider, anyCommand))
