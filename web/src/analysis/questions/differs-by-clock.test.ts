import { expect, test } from 'vitest'
import { differsByClock } from './differs-by-clock.ts'

const noon = '2026-11-15T12:00:00.000Z'
const answer = {
  asOf: { event: 17622, moment: noon },
  rangeDigest: 'events',
  questionDigest: 'question',
  schemaDigest: 'tables',
  resultDigest: 'result',
  unverifiable: [],
}

test('two results from the same events differ by the time of now() alone', () => {
  const later = { ...answer, asOf: { event: 17622, moment: '2026-11-15T11:58:00.000Z' }, resultDigest: 'another' }
  expect(differsByClock(answer, later)).toBe(true)
  const reasons = [
    { ...later, asOf: answer.asOf },
    { ...later, resultDigest: answer.resultDigest },
    { ...later, rangeDigest: 'other events' },
    { ...later, questionDigest: 'another question' },
    { ...later, unverifiable: ['It uses random()'] },
  ]
  expect(reasons.map((other) => differsByClock(answer, other))).toEqual(reasons.map(() => false))
})
