import { expect, test } from 'vitest'
import { isAmount, momentPresets, numbersOf, pastMoments } from './past-moments.ts'

test('lists past Fridays, days, or first days of months at noon, oldest first, and none in the future', () => {
  expect(pastMoments('Friday', 2, '2026-11-20T11:59:59.000Z')).toEqual([
    '2026-11-06T12:00:00.000Z',
    '2026-11-13T12:00:00.000Z',
  ])
  expect(pastMoments('Friday', 1, '2026-11-20T12:00:00.000Z')).toEqual(['2026-11-20T12:00:00.000Z'])
  expect(pastMoments('day', 2, '2026-03-01T13:00:00.000Z')).toEqual([
    '2026-02-28T12:00:00.000Z',
    '2026-03-01T12:00:00.000Z',
  ])
  expect(pastMoments('month', 2, '2026-03-01T09:00:00.000Z')).toEqual([
    '2026-01-01T12:00:00.000Z',
    '2026-02-01T12:00:00.000Z',
  ])
})

const columns = [
  { name: 'orders', type: 'BIGINT', kind: 'integer' },
  { name: 'name', type: 'VARCHAR', kind: 'text' },
  { name: 'share', type: 'DOUBLE', kind: 'number' },
] as const

test('each preset is a moment before now', () => {
  // A Wednesday.
  expect(momentPresets('2026-11-18T09:30:00.000Z').map(({ value, label }) => [label, value])).toEqual([
    ['Last noon', '2026-11-17T12:00:00.000Z'],
    ['Last Friday at noon', '2026-11-13T12:00:00.000Z'],
    ['A week ago', '2026-11-11T09:30:00.000Z'],
    ['First of the month, noon', '2026-11-01T12:00:00.000Z'],
    ['30 days ago', '2026-10-19T09:30:00.000Z'],
  ])
})

test('an answer of one row is compared by its numbers, and any other answer by its sums and its number of rows', () => {
  expect([...numbersOf({ columns, rows: [[7, 'a', null]] })]).toEqual([
    ['orders', 7],
    ['rows', 1],
  ])
  expect([
    ...numbersOf({
      columns,
      rows: [
        [7, 'a', 1],
        [8, 'b', 2],
      ],
    }),
  ]).toEqual([
    ['orders, sum', 15],
    ['rows', 2],
  ])
  expect([...numbersOf({ columns, rows: [] })]).toEqual([['rows', 0]])
})

test('a column of cents and its sum are amounts; other numbers are not', () => {
  expect(['revenueCents', 'revenueCents, sum', 'orders', 'rows'].map(isAmount)).toEqual([true, true, false, false])
})
