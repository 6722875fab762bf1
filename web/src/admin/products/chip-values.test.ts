import { expect, test } from 'vitest'
import { withKnownTones, withTyped } from './chip-values.ts'

test('a value is added only once, whatever its letter case and spacing, and keeps its known spelling', () => {
  expect(withTyped([], 'blue , blue', ['Blue'])).toEqual(['Blue'])
  expect(withTyped(['Red'], ' RED,, navy   blue ,', ['Blue'])).toEqual(['Red', 'navy blue'])
  expect(withTyped(['M'], '', [])).toEqual(['M'])
})

test('a new color with a known tone gets this tone, and a chosen tone stays', () => {
  const tones = { Blue: ['#0000aa'] }
  expect(withKnownTones(tones, ['Blue', 'Green', 'Mauve'])).toEqual({ Blue: ['#0000aa'], Green: ['#344c3f'] })
})
