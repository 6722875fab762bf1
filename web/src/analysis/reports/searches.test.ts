import type { RunAnswer } from '@shop/language/analysis/runs'
import { expect, test } from 'vitest'
import { RARE_TERMS, searchFigures } from './searches.ts'

const columns = ['term', 'withoutResult', 'searches'].map((name) => ({ name, type: '', kind: 'text' as const }))
const figuresOf = (...rows: (readonly (string | number)[])[]) =>
  searchFigures({ columns, rows, truncated: false } as unknown as RunAnswer).map(({ value, note }) => [value, note])

test('the figures say how many searches have a named term, and how many have none', () => {
  expect(figuresOf([RARE_TERMS, 1_500, 1_600], ['kimono', 400, 410], ['sari', 100, 100])).toEqual([
    ['2,000', ''],
    ['500 (25%)', '2 terms'],
    ['1,500 (75%)', 'an unknown number of rare terms'],
  ])
  expect(figuresOf(['kimono', 4, 4]).at(-1)).toEqual(['0 (0%)', 'an unknown number of rare terms'])
  expect(figuresOf()).toEqual([])
})
