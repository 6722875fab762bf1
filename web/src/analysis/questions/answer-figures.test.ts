import type { RunAnswer } from '@shop/language/analysis/runs'
import { expect, test } from 'vitest'
import { answerFigures } from './answer-figures.ts'

type Column = RunAnswer['columns'][number]
const column = (name: string, kind: Column['kind']): Column => ({ name, type: '', kind })
const answer = (columns: readonly Column[], rows: RunAnswer['rows'], truncated = false) =>
  ({ columns, rows, truncated, asOf: { event: 9, moment: '2026-11-28T08:00:00.000Z' } }) as RunAnswer

const byDay = [
  column('day', 'day'),
  column('orders', 'integer'),
  column('netRevenueCents', 'integer'),
  column('percent', 'number'),
  column('wholeDay', 'boolean'),
  column('daysObserved', 'number'),
]
const days: RunAnswer['rows'] = [
  ['2026-11-25', 9, 90000, 50, true, 1],
  ['2026-11-27', 22, 370530, 1.1, true, 1],
  ['2026-11-26', 11, 169465, 3.3, true, 1],
  ['2026-11-28', 1, 100, null, false, 0.3],
]

test('the figures of an answer by day are the newest whole day, compared with the day before it', () => {
  expect(answerFigures(answer(byDay, days))).toEqual([
    { name: 'Orders', value: '22', note: '2026-11-27, + 11 from 2026-11-26' },
    { name: 'Net revenue', value: '$3,705.30', note: '2026-11-27, + $2,010.65 from 2026-11-26' },
    { name: 'Percent', value: '1.1', note: '2026-11-27, − 2.2 points from 2026-11-26' },
  ])
})

test('a report chooses its columns and a sum, which has the rows of unfinished days too', () => {
  expect(answerFigures(answer(byDay, days), { summed: 'netRevenueCents', newest: ['orders'] })).toEqual([
    { name: 'Net revenue, total', value: '$6,300.95', note: 'the sum of 4 rows' },
    { name: 'Orders', value: '22', note: '2026-11-27, + 11 from 2026-11-26' },
  ])
})

test('a question that does not mark unfinished days is not compared by one', () => {
  const rows = days.map(([day, orders]) => [day ?? null, orders ?? null])
  expect(answerFigures(answer([column('day', 'day'), column('orders', 'integer')], rows))).toEqual([
    { name: 'Orders', value: '22', note: '2026-11-27, + 11 from 2026-11-26' },
  ])
})

test('the only row of an answer is its figures', () => {
  const columns = [column('carts', 'integer'), column('valueCents', 'integer'), column('name', 'text')]
  expect(answerFigures(answer(columns, [[3, 250, 'Ada']]))).toEqual([
    { name: 'Carts', value: '3', note: '' },
    { name: 'Value', value: '$2.50', note: '' },
  ])
})

test('numbers of events, versions and ids are no figures, and counts of them are', () => {
  const names = [
    'event',
    'version',
    'max(event)',
    'first_event',
    'lastVersion',
    'orderID',
    'count(event)',
    'events',
    'paid',
  ]
  const columns = names.map((name) => column(name, 'integer'))
  const row = names.map((_, at) => at)
  expect(answerFigures(answer(columns, [row])).map(({ name }) => name)).toEqual(['Count(event)', 'Events', 'Paid'])
  const byDays = [2, 3, 4].map((day) => [`2026-11-0${day}`, ...row])
  expect(answerFigures(answer([column('day', 'day'), ...columns], byDays)).map(({ value }) => value)).toEqual([
    '6',
    '7',
    '8',
  ])
})

test('an answer that is cut off, repeats a day or has only one whole day has no figures', () => {
  const figures = (rows: RunAnswer['rows'], truncated?: boolean) => answerFigures(answer(byDay, rows, truncated))
  expect(figures(days, true)).toEqual([])
  expect(figures([...days, days[1]!])).toEqual([])
  expect(figures([days[0]!, days[3]!])).toEqual([])
  expect(figures([])).toEqual([])
  expect(
    answerFigures(
      answer(
        [column('name', 'text'), column('n', 'integer')],
        [
          ['a', 1],
          ['b', 2],
        ],
      ),
    ),
  ).toEqual([])
})

test('a figure from few cases has their number', () => {
  const few = (row: number, name: string) => (row === 1 && name === 'percent' ? 22 : undefined)
  expect(answerFigures(answer(byDay, days), {}, few).map((figure) => figure.few)).toEqual([undefined, undefined, 22])
})

test('before the shop opened, a sum is not zero but missing', () => {
  const wanted = { summed: 'netRevenueCents' }
  expect(answerFigures(answer(byDay, []), wanted)).toMatchObject([{ value: '$0.00', note: 'the sum of 0 rows' }])
  const early = { ...answer(byDay, []), asOf: { event: 0, moment: '2026-11-01T00:00:00.000Z' } }
  expect(answerFigures(early, wanted)).toEqual([])
})
