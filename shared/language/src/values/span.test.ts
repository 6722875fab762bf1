import { expect, test } from 'vitest'
import { spanInWords } from './span.ts'

test.each([
  [60, 'a minute'],
  [600, '10 minutes'],
  [3600, 'an hour'],
  [5400, '90 minutes'],
  [86_400, 'a day'],
  [172_800, '2 days'],
])('%i seconds are %s', (seconds, words) => {
  expect(spanInWords(seconds)).toBe(words)
})
