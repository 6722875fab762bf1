import { expect, test } from 'vitest'
import { momentPresets } from './moment-presets.ts'

test('each preset is a moment before now', () => {
  // A Wednesday.
  expect(momentPresets('2026-11-18T09:30:00.000Z').map(({ value, label }) => [label, value])).toEqual([
    ['Last noon', '2026-11-17T12:00:00.000Z'],
    ['Last Friday at noon', '2026-11-13T12:00:00.000Z'],
    ['A week ago', '2026-11-11T09:30:00.000Z'],
    ['First of the month, noon', '2026-11-01T12:00:00.000Z'],
    ['30 days ago', '2026-10-19T09:30:00.000Z'],
  ])
})
