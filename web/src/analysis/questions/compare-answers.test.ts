import type { RunAnswer } from '@shop/language/analysis/runs'
import { expect, test } from 'vitest'
import { partialWords } from './cells.ts'
import { compareAnswers } from './compare-answers.ts'

const COLUMNS = [
  { name: 'product', type: 'VARCHAR', kind: 'text' },
  { name: 'event', type: 'BIGINT', kind: 'integer' },
  { name: 'netCents', type: 'BIGINT', kind: 'integer' },
  { name: 'evidence', type: 'BIGINT[]', kind: 'evidence' },
]
const answer = (rows: RunAnswer['rows'], columns = COLUMNS) =>
  ({ columns, rows, truncated: false, elapsedMs: 5, memoryBytes: 7 }) as unknown as RunAnswer
const compare = (one: RunAnswer, other: RunAnswer) => compareAnswers(one, other, [{ days: 28 }, { days: 14 }])

test('rows with the same texts and events stand side by side, with the differences of their numbers', () => {
  const found = compare(
    answer([
      ['coat', 7, 3500, [1, 2]],
      ['tee', 9, 1000, [3]],
    ]),
    answer([
      ['tee', 9, 1000, []],
      ['coat', 7, 3000, [1]],
    ]),
  )
  expect(found.answer.columns.map(({ name }) => name)).toEqual([
    'product',
    'event',
    '$days 28: netCents',
    '$days 14: netCents',
    'difference: netCents',
    '$days 28: evidence',
    '$days 14: evidence',
  ])
  expect(found.answer.rows).toEqual([
    ['coat', 7, 3500, 3000, 500, [1, 2], [1]],
    ['tee', 9, 1000, 1000, 0, [3], []],
  ])
  expect(found.answer.compared).toEqual({ rows: 2, differing: 1 })
  expect(found.numbers).toMatchObject([
    {
      column: { name: 'netCents' },
      values: [
        [3500, 1000],
        [3000, 1000],
      ],
    },
  ])
})

test('percentages differ by points', () => {
  const rates = answer([[80.4]], [{ name: 'percentOrdered', type: 'DOUBLE', kind: 'number' }])
  expect(compare(rates, rates).answer.columns.at(-1)?.name).toBe('difference in points: percentOrdered')
})

test('a row that only one answer has differs, and has no difference', () => {
  const found = compare(answer([['coat', 7, 3500, []]]), answer([['tee', 9, -1, []]]))
  expect(found.answer.rows).toEqual([
    ['coat', 7, 3500, null, null, [], null],
    ['tee', 9, null, -1, null, null, []],
  ])
  expect(found.answer.compared).toEqual({ rows: 2, differing: 2 })
  expect(found.numbers).toEqual([])
  const [{ values } = {}] = compare(answer([['coat', 7, 3500, []]]), answer([['tee', 9, 0, []]])).numbers
  expect(values).toEqual([
    [3500, null],
    [null, 0],
  ])
})

test('rows with equal keys are compared in their order, and decimals without rounding errors', () => {
  const share = [
    { name: 'product', type: 'VARCHAR', kind: 'text' },
    { name: 'share', type: 'DOUBLE', kind: 'number' },
  ]
  const rows = compare(
    answer(
      [
        ['coat', 0.3],
        ['coat', 2],
      ],
      share,
    ),
    answer([['coat', 0.1]], share),
  ).answer.rows
  expect(rows).toEqual([
    ['coat', 0.3, 0.1, 0.2],
    ['coat', 2, null, null],
  ])
})

test('the sets are named by the values that differ', () => {
  const setsOf = (one: object, other: object) => compareAnswers(answer([]), answer([]), [{ ...one }, { ...other }]).sets
  expect(setsOf({ days: 28, size: 'M', from: 'May' }, { days: 14, size: 'L', from: 'May' })).toEqual([
    '$days 28, $size M',
    '$days 14, $size L',
  ])
  expect(setsOf({ days: 28 }, { days: 28 })).toEqual(['first', 'second'])
})

test('a comparison names the periods that were observed only in part', () => {
  const columns = [
    { name: 'week', type: 'DATE', kind: 'day' },
    { name: 'wholeWeek', type: 'BOOLEAN', kind: 'boolean' },
    { name: 'daysObserved', type: 'DOUBLE', kind: 'number' },
    { name: 'netCents', type: 'BIGINT', kind: 'integer' },
  ]
  const weeks = (first: number) =>
    answer(
      [
        ['2026-11-02', false, 1, first],
        ['2026-11-09', true, 7, 3500],
        ['2026-11-16', false, 2.5, 1200],
      ],
      columns,
    )
  const compared = compare(weeks(700), weeks(300)).answer
  expect(partialWords(compared, undefined, ['Nov 2', 'Nov 9', 'Nov 16'])).toBe(
    'Observed only in part: Nov 2 (1 day), Nov 16 (2.5 days)',
  )
})

test('a set of values of a report is named in words', () => {
  const inputs = { days: { label: 'Days without a change', hint: '' } }
  const { sets } = compareAnswers(answer([]), answer([]), [{ days: 28 }, { days: 14 }], inputs)
  expect(sets).toEqual(['Days without a change 28', 'Days without a change 14'])
})
