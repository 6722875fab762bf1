import { expect, test } from 'vitest'
import { namesOfColors } from './basic-colors.ts'

test('a color is found by its whole name and by the basic colors in that name', () => {
  expect(namesOfColors(['White with blue stripes'])).toEqual(['White with blue stripes', 'White', 'Blue'])
  expect(namesOfColors(['NAVY/grey'])).toEqual(['NAVY/grey', 'Navy', 'Grey'])
  expect(namesOfColors(['Red'])).toEqual(['Red'])
  expect(namesOfColors(['Redwood'])).toEqual(['Redwood'])
  expect(namesOfColors(['Red with white stripes', 'White'])).toEqual(['Red with white stripes', 'Red', 'White'])
})
