import { expect, test } from 'vitest'
import { daysSince, unfinishedStart } from './unfinished-period.ts'

const NOW = '2026-11-18T12:00:00.000Z'
const found = (...starts: readonly string[]) => {
  const start = unfinishedStart(
    starts.map((one) => Date.parse(one)),
    NOW,
  )
  return start === undefined ? undefined : new Date(start).toISOString()
}

test.each([
  ['days', ['2026-11-17', '2026-11-18'], '2026-11-18'],
  ['weeks', ['2026-11-09', '2026-11-16'], '2026-11-16'],
  ['months', ['2026-10-01', '2026-11-01'], '2026-11-01'],
  ['years', ['2025-01-01', '2026-01-01'], '2026-01-01'],
  ['hours', ['2026-11-18T11:00Z', '2026-11-18T12:00Z'], '2026-11-18T12:00Z'],
])('the last of these %s is not over', (_, starts, expected) => {
  expect(found(...starts)).toBe(new Date(expected).toISOString())
  expect(found(...starts.toReversed())).toBe(new Date(expected).toISOString())
})

test.each([
  ['days that are over', ['2026-11-16', '2026-11-17']],
  ['weeks that are over', ['2026-11-02', '2026-11-09']],
  ['only one day', ['2026-11-18']],
  ['moments of events', ['2026-11-18T11:59:59.500Z', '2026-11-18T11:00:00.250Z']],
  ['days to come', ['2026-11-19', '2026-11-20']],
])('no period is unfinished among %s', (_, starts) => {
  expect(found(...starts)).toBeUndefined()
})

test('the finished days of a period are rounded down', () => {
  expect(daysSince(Date.parse('2026-11-16'), NOW)).toBe(2.5)
})
