import type { RunAnswer } from '@shop/language/analysis/runs'
import { expect, test } from 'vitest'
import { priceFigures } from './price-figures.ts'

const NAMES = ['wasCents', 'priceCents', 'piecesBefore', 'daysBefore', 'piecesAfter', 'daysAfter']
const columns = NAMES.map((name) => ({
  name,
  type: '',
  kind: 'number' as const,
}))
const valuesOf = (...rows: (readonly (number | null)[])[]) =>
  priceFigures({ columns, rows, truncated: false } as unknown as RunAnswer).map(
    ({ value, note }) => `${value}, ${note}`,
  )

test('the figures are the medians of what cuts and rises did to sales, without changes that cannot be compared', () => {
  const changes = valuesOf(
    [100, 80, 10, 10, 12, 10],
    [100, 80, 10, 10, 15, 10],
    [100, 80, 20, 10, 19.6, 7],
    // Nothing was sold before the change.
    [100, 80, 0, 10, 3, 10],
    [80, 100, 20, 10, 15, 10],
    // One of the prices was observed for less than a week.
    [80, 100, 20, 10, 1, 0.87],
    [80, 100, 2, 6.999, 14, 14],
    [80, 100, 2, 14, 0, 0],
  )
  expect(changes).toEqual([
    '+ 40%, change in pieces per day, median of 3 cuts',
    '− 25%, change in pieces per day, median of 1 rise',
    '4, nothing was sold before the change, or one of the prices was observed for less than 7 days',
  ])
  expect(valuesOf([100, 80, 10, 10, 12, 10], [100, 80, 10, 10, 14, 10])).toEqual([
    '+ 30%, change in pieces per day, median of 2 cuts',
    'none, change in pieces per day, median of 0 rises',
    '0, nothing was sold before the change, or one of the prices was observed for less than 7 days',
  ])
  expect(valuesOf()).toEqual([])
})

test('a change counts even if less than one piece in two hundred days was sold', () => {
  expect(valuesOf([100, 80, 1, 300, 2, 300])[0]).toBe('+ 100%, change in pieces per day, median of 1 cut')
})

test('a median of few changes has their number', () => {
  const fewOf = (count: number) =>
    priceFigures({
      columns,
      rows: Array.from({ length: count }, () => [100, 80, 1, 7, 2, 7]),
      truncated: false,
    } as unknown as RunAnswer).map(({ few }) => few)
  expect(fewOf(3)).toEqual([3, undefined, undefined])
  expect(fewOf(20)).toEqual([undefined, undefined, undefined])
})
