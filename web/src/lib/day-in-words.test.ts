import { afterEach, expect, test, vi } from 'vitest'
import { dayInWords } from './day-in-words.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a day of another year is written with its year, so that a period of two years is clear', () => {
  vi.useFakeTimers({ now: new Date('2026-12-01T09:00:00Z') })
  expect(['2026-01-01', '2026-12-01'].map(dayInWords)).toEqual(['Jan 1', 'Dec 1'])
  expect(['2025-12-01', '2025-12-31', '2027-01-01'].map(dayInWords)).toEqual([
    'Dec 1, 2025',
    'Dec 31, 2025',
    'Jan 1, 2027',
  ])
})
