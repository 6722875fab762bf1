import type { RunAnswer } from '@shop/language/analysis/runs'
import { expect, test } from 'vitest'
import { priceFigures } from './price-figures.ts'

const columns = ['wasCents', 'priceCents', 'perDayBefore', 'perDayAfter'].map((name) => ({
  name,
  type: '',
  kind: 'number' as const,
}))
const valuesOf = (...rows: (readonly (number | null)[])[]) =>
  priceFigures({ columns, rows, truncated: false } as unknown as RunAnswer).map(
    ({ value, note }) => `${value}, ${note}`,
  )

test('the figures are the medians of what cuts and rises did to sales, without changes that nothing was sold before', () => {
  const changes = valuesOf(
    [100, 80, 1, 1.2],
    [100, 80, 1, 1.5],
    [100, 80, 2, 2.8],
    [100, 80, 0, 3],
    [80, 100, 2, 1.5],
    [80, 100, null, 1],
  )
  expect(changes).toEqual([
    '+ 40%, change in pieces per day, median of 3 cuts',
    '− 25%, change in pieces per day, median of 1 rise',
    '2, nothing was sold before the change',
  ])
  expect(valuesOf([100, 80, 1, 1.2], [100, 80, 1, 1.4])).toEqual([
    '+ 30%, change in pieces per day, median of 2 cuts',
    'none, change in pieces per day, median of 0 rises',
    '0, nothing was sold before the change',
  ])
  expect(valuesOf()).toEqual([])
})

test('a median of few changes has their number', () => {
  const fewOf = (count: number) =>
    priceFigures({
      columns,
      rows: Array.from({ length: count }, () => [100, 80, 1, 2]),
      truncated: false,
    } as unknown as RunAnswer).map(({ few }) => few)
  expect(fewOf(3)).toEqual([3, undefined, undefined])
  expect(fewOf(20)).toEqual([undefined, undefined, undefined])
})
