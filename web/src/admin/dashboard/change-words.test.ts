import { expect, test } from 'vitest'
import { changeInWords } from './period-figures.tsx'

test.each([
  [112, 100, '12% more'],
  [2848, 100, '2,748% more'],
  [50, 200, '75% less'],
  [100, 100, 'No change'],
  [100.2, 100, 'No change'],
  [0, 40, '100% less'],
  [5, 0, 'None in the period before'],
  [0, 0, 'None in either period'],
])('%d after %d reads: %s', (now, before, words) => {
  expect(changeInWords(now, before)).toBe(words)
})
