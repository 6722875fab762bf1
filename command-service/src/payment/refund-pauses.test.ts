import { expect, test } from 'vitest'
import { restOfPause } from './refund-pauses.ts'

test('a refund that was not carried out waits for its pause, but not if the clock was ahead when the pause began', () => {
  const rest = (now: string) => restOfPause('2026-01-02T10:00:00.000Z', 1, new Date(now)) / 60_000
  expect(['10:00', '10:04', '10:05', '11:00'].map((time) => rest(`2026-01-02T${time}:00.000Z`))).toEqual([5, 1, 0, 0])
  expect(rest('2026-01-01T10:00:00.000Z')).toBe(0)
})
