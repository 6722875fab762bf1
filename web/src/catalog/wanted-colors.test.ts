import { expect, test } from 'vitest'
import { wantedColors } from './wanted-colors.ts'

test('the words of a search count as colors, except joining words such as "with"', () => {
  const params = new URLSearchParams('color=Blue&search=White+with+blue,+stripes')
  expect(wantedColors(params)).toEqual(['blue', 'white', 'blue', 'stripes'])
  expect(wantedColors(new URLSearchParams('search=+'))).toEqual([])
})
