import { expect, test } from 'vitest'
import {
  addressOfMoment,
  fieldOf,
  momentIn,
  momentInWords,
  rangeInWords,
  shortMoment,
  stateWords,
} from './moment-words.ts'

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

test('the words for a state say whether its time was typed or is of its last event', () => {
  const seen = { event: 1200, moment: '2026-11-13T12:00:00.000Z' }
  const asOfTime = { from: '2026-11-13T12:00Z', to: undefined }
  expect(stateWords(seen, asOfTime)).toBe('At Nov 13, 2026, 12:00:00, last event 1,200')
  expect(stateWords(seen, { from: '1200' })).toBe('After event 1,200, recorded Nov 13, 2026, 12:00:00')
  expect(stateWords({ ...seen, event: 0 }, asOfTime)).toBe('Before the first event')
})

test('a range names its times exactly, or its first and last event', () => {
  expect(rangeInWords({}, 1234)).toBe('from the first event up to event 1,234, the newest counted')
  const [from, to] = ['2026-11-13T12:00:00.000Z', '2026-11-14T00:00:00.050Z']
  expect(rangeInWords({ from, to }, 1234)).toBe(
    'from Nov 13, 2026, 12:00:00 UTC and before Nov 14, 2026, 00:00:00.050 UTC',
  )
})
