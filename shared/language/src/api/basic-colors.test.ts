import { expect, test } from 'vitest'
import { namesOfColor } from './basic-colors.ts'

test('a color is found by its whole name and by the basic colors in that name', () => {
  expect([...namesOfColor('White with blue stripes')]).toEqual(['White with blue stripes', 'Blue', 'White'])
  expect([...namesOfColor('NAVY/grey')]).toEqual(['NAVY/grey', 'Grey', 'Navy'])
  expect([...namesOfColor('Red')]).toEqual(['Red'])
  expect([...namesOfColor('Redwood')]).toEqual(['Redwood'])
})
