import { expect, test } from 'vitest'
import { withKnownTones, withTyped } from './chip-values.ts'

test('a value is there once, whatever its case and the blanks around it, in the spelling that is known', () => {
  expect(withTyped([], 'blue , blue', ['Blue'])).toEqual(['Blue'])
  expect(withTyped(['Red'], ' RED,, navy   blue ,', ['Blue'])).toEqual(['Red', 'navy blue'])
  expect(withTyped(['M'], '', [])).toEqual(['M'])
})

test('a known color that is new has its tone, and a tone that was chosen stays', () => {
  const tones = { Blue: ['#0000aa'] }
  expect(withKnownTones(tones, ['Blue', 'Green', 'Mauve'])).toEqual({ Blue: ['#0000aa'], Green: ['#344c3f'] })
})
