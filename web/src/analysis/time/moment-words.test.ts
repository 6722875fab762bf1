import { expect, test } from 'vitest'
import { addressOfMoment, fieldOf, momentIn, momentInWords, shortMoment } from './moment-words.ts'

test('a moment is shown in UTC', () => {
  expect(momentInWords('2026-11-13T00:00:05.900Z')).toBe('Friday, Nov 13, 2026, 00:00:05')
  expect(shortMoment('2026-11-13T12:00:05.900Z')).toBe('Nov 13, 2026, 12:00:05')
})

test('a moment that is read from a field includes its whole second', () => {
  expect(fieldOf('2026-11-13T12:00:05.123Z')).toBe('2026-11-13T12:00:05')
  expect(momentIn('2026-11-13T12:00:05')).toBe('2026-11-13T12:00:05.999Z')
  expect(momentIn('2026-11-13T12:00')).toBe('2026-11-13T12:00:00.999Z')
  expect(momentIn('')).toBeUndefined()
})

test('an address has a chosen moment without its milliseconds', () => {
  const chosen = momentIn('2026-11-13T12:00:05')!
  expect(addressOfMoment(chosen)).toBe('2026-11-13T12:00:05')
  expect(momentIn(addressOfMoment(chosen))).toBe(chosen)
  expect(addressOfMoment('2026-11-13T12:00:05.120Z')).toBe('2026-11-13T12:00:05.120Z')
  expect(addressOfMoment('17')).toBe('17')
})
