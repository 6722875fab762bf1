import { expect, test } from 'vitest'
import {
  comparedNames,
  isAmount,
  isSummable,
  momentPresets,
  numbersOf,
  pastMoments,
  shownName,
} from './past-moments.ts'

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
  { name: 'averageCents', type: 'BIGINT', kind: 'integer' },
] as const
type Numbers = ReturnType<typeof numbersOf>

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

const one = [[7, 'a', null, 250]]
const two = [...one, [8, 'b', 1, 350]]

test('an answer has its number of rows, its sums, and the numbers of an only row', () => {
  expect([...numbersOf({ columns, rows: one })]).toEqual([
    ['orders', 7],
    ['orders, sum', 7],
    ['averageCents', 250],
    ['rows', 1],
  ])
  expect([...numbersOf({ columns, rows: two })]).toEqual([
    ['orders, sum', 15],
    ['rows', 2],
  ])
  expect([...numbersOf({ columns, rows: [] })]).toEqual([['rows', 0]])
})

test('answers of one row are compared by its numbers, and others by their sums', () => {
  const [none, single, both] = [[], one, two].map((rows) => numbersOf({ columns, rows })) as [Numbers, Numbers, Numbers]
  expect(comparedNames([none, single])).toEqual(['orders', 'averageCents', 'rows'])
  expect(comparedNames([none, single, both])).toEqual(['orders, sum', 'rows'])
})

test('a column of cents and its sum are amounts; other numbers are not', () => {
  expect(['revenueCents', 'revenueCents, sum', 'orders', 'rows'].map(isAmount)).toEqual([true, true, false, false])
  expect(['revenueCents', 'revenueCents, sum', 'rows'].map(shownName)).toEqual([
    'revenueCents in $',
    'revenueCents in $, sum',
    'rows',
  ])
})

test('counts and amounts can be added up; averages, percentages, prices and numbers of periods cannot', () => {
  const names = ['orders', 'netRevenueCents', 'minutes', 'events', 'notShipped', 'customersIn30Days', 'monthlyCents']
  expect(names.filter((name) => !isSummable({ name }))).toEqual([])
  const others =
    `averageOrderCents avg_cents medianHours percentIn30Days returnRate shareOfOrders ordersPerDay priceCents wasCents
    nineTenthsWithinHours leastDays event sinceEvent schemaVersion hour dayOfWeek`.split(/\s+/)
  expect(others.filter((name) => isSummable({ name }))).toEqual([])
})
