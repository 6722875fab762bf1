import { expect, test } from 'vitest'
import { rangeInWords } from './range-in-words.ts'

test('a range names its times exactly, or its first and last event', () => {
  expect(rangeInWords({}, 1234)).toBe('from the first event up to event 1,234, the newest counted')
  const [from, to] = ['2026-11-13T12:00:00.000Z', '2026-11-14T00:00:00.050Z']
  expect(rangeInWords({ from, to }, 1234)).toBe(
    'from Nov 13, 2026, 12:00:00 UTC and before Nov 14, 2026, 00:00:00.050 UTC',
  )
})
