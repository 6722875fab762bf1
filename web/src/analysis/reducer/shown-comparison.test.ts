import type { RunAnswer } from '@shop/language/analysis/runs'
import { expect, test } from 'vitest'
import { choices } from './compared-with.ts'
import { shownComparison } from './shown-comparison.ts'
import { starterRules } from './starter-rules.ts'

const columns = ['key', 'field', 'first', 'second', 'evidence'].map((name) => ({
  name,
  type: 'JavaScript',
  kind: 'text',
}))
const answer = {
  columns,
  rows: [
    ['2026-11-01', 'revenueCents', 1250, null, [7]],
    ['2026-11-01', 'orders', 2, 1, [7]],
  ],
  compared: { rows: 1, differing: 1 },
} as unknown as RunAnswer
const asked = { reducer: 'mine', types: [], from: 1 }
const namesOf = (shown: RunAnswer) => shown.columns.map(({ name }) => name)

test('the columns of a comparison are named after the rules, and cents are shown as money', () => {
  const shown = shownComparison(answer, { ...asked, against: { projection: 'dashboard' } })
  expect(namesOf(shown)).toEqual(['key', 'field', 'Rule in JavaScript', 'The shop’s dashboard figures', 'evidence'])
  expect(shown.rows).toEqual([
    ['2026-11-01', 'Revenue', '$12.50', null, [7]],
    ['2026-11-01', 'Orders', '2', '1', [7]],
  ])
})

test('a projection has a name in words', () => {
  const shown = shownComparison(answer, { ...asked, against: { projection: 'stock-marks' } })
  expect(namesOf(shown)[3]).toBe('The shop’s stock ledgers')
  expect(choices.map(({ label }) => label).filter((label) => !/^[A-Z][a-z ]+$/.test(label))).toEqual([])
})

test('a starter rule has its title, and the answer of one rule stays as it is', () => {
  const against = { reducer: starterRules[0]!.reducer }
  expect(namesOf(shownComparison(answer, { ...asked, against }))[3]).toBe(starterRules[0]!.title)
  expect(shownComparison(answer, asked)).toBe(answer)
})
