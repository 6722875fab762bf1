import { expect, test } from 'vitest'
import { partialPeriods } from './partial-periods.ts'

const NOW = '2026-11-18T12:00:00.000Z'
const found = (starts: readonly string[], opened?: string) => [
  ...partialPeriods(
    starts.map((one) => Date.parse(one)),
    { opened, moment: NOW },
  ),
]

test.each([
  ['days', ['2026-11-17', '2026-11-18'], '2026-11-18'],
  ['weeks', ['2026-11-09', '2026-11-16'], '2026-11-16'],
  ['months', ['2026-10-01', '2026-11-01'], '2026-11-01'],
  ['years', ['2025-01-01', '2026-01-01'], '2026-01-01'],
  ['hours', ['2026-11-18T11:00Z', '2026-11-18T12:00Z'], '2026-11-18T12:00Z'],
])('the last of these %s is not over', (_, starts, expected) => {
  for (const all of [starts, starts.toReversed()])
    expect(found(all)).toEqual([[Date.parse(expected), expect.any(Number)]])
})

test.each([
  ['days that are over', ['2026-11-16', '2026-11-17']],
  ['weeks that are over', ['2026-11-02', '2026-11-09']],
  ['only one day', ['2026-11-18']],
  ['moments of events', ['2026-11-18T11:59:59.500Z', '2026-11-18T11:00:00.250Z']],
  ['days to come', ['2026-11-19', '2026-11-20']],
])('no period is unfinished among %s', (_, starts) => {
  expect(found(starts)).toEqual([])
})

test('the period in which the shop opened is not whole, and the observed days are rounded down', () => {
  const weeks = ['2026-11-02', '2026-11-09', '2026-11-16']
  expect(found(weeks, '2026-11-06T16:47:59Z')).toEqual([
    [Date.parse('2026-11-02'), 2.3],
    [Date.parse('2026-11-16'), 2.5],
  ])
  expect(found(weeks, '2026-11-02T00:00:00Z')).toEqual([[Date.parse('2026-11-16'), 2.5]])
  // A week that ended before the shop opened was not observed at all.
  expect(found(weeks, '2026-11-09T00:00:00Z')).toEqual([[Date.parse('2026-11-16'), 2.5]])
})
