import { expect, test } from 'vitest'
import { growthOf, growthTable, type Result, rowsTable } from './result.ts'

/** A row with a request that costs `times` times the limit. */
function resultOf(products: number, times: number): Result {
  const limit = {
    name: 'bare Koa',
    medians: { perS: 40_000, p50Ms: 0.4, p99Ms: 2, micros: 25 },
    ratios: { perS: 1, micros: 1 },
  }
  const ours = { perS: 40_000 / times, p50Ms: 1.234, p99Ms: 9, micros: 25 * times }
  const sides = [limit, { name: 'this version', medians: ours, ratios: { perS: 1 / times, micros: times } }]
  return { row: 'list', says: 'a list of 20', products, events: 1000, sides }
}

test('the cost at a larger size is compared with the cost at the first size, both as multiples of the limit', () => {
  const growth = growthOf([resultOf(1_000, 4), resultOf(10_000, 5), resultOf(100_000, 8)])
  expect(growth.map(({ products, times, isMet }) => [products, times, isMet])).toEqual([
    [10_000, 1.25, true],
    [100_000, 2, false],
  ])
  expect(growthTable(growth)).toContain('| list | 100,000 | 1,000 | 2 | MISSED |')
})

test('a row shows its limit first, then each version with its share of the limit', () => {
  expect(
    rowsTable([resultOf(1_000, 4)])
      .split('\n')
      .slice(2),
  ).toEqual([
    '| a list of 20 | 1,000 | 1,000 | bare Koa | 40,000 |  | 0.4 | 2 | 25 |  |',
    '|  |  |  | this version | 10,000 | 0.25 | 1.23 | 9 | 100 | 4 |',
  ])
})
