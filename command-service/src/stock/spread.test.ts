import { SHARED } from '@shop/language/stock/events'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spread } from './spread.ts'

const linesOf = (lefts: readonly number[]) => lefts.map((left, n) => ({ size: `${n}`, color: 'Red', left }))

/** The rule itself: take one piece at a time from the fullest line. If several lines are equally full, take it from the first of them. */
function oneByOne(lefts: readonly number[], pieces: number) {
  const after = [...lefts]
  for (let n = 0; n < pieces && Math.max(...after) > 0; n++) {
    const fullest = after.indexOf(Math.max(...after))
    after[fullest] = after[fullest]! - 1
  }
  return after
}

test('pieces taken from the total come from the fullest lines, as if they were taken one by one', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 8 }), fc.nat(120), (lefts, pieces) => {
      const taken = new Map(spread(linesOf(lefts), -pieces).map(({ size, difference }) => [size, difference]))
      expect(lefts.map((left, n) => left + (taken.get(`${n}`) ?? 0))).toEqual(oneByOne(lefts, pieces))
    }),
  )
})

test('the shared line loses first', () => {
  const lines = [...linesOf([5, 3]), { ...SHARED, left: 2 }]
  expect(spread(lines, -3)).toEqual([
    { ...SHARED, difference: -2 },
    { size: '0', color: 'Red', difference: -1 },
  ])
})

test('a million pieces are taken off five hundred lines', () => {
  const taken = spread(linesOf(Array.from({ length: 500 }, (_, n) => n + 2_000)), -1_000_000)
  expect(taken.reduce((sum, { difference }) => sum + difference, 0)).toBe(-1_000_000)
})
