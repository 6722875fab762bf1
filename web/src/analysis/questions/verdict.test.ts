import { expect, test } from 'vitest'
import { verdictOf } from './verdict.ts'

const digests = { rangeDigest: 'a', questionDigest: 'b', schemaDigest: 'c', resultDigest: 'd', elapsedMs: 7 }
const sure = { ...digests, unverifiable: [] }
const unsure = { ...digests, unverifiable: ['The trail is not in the log'] }

test('the same digests verify the result', () => {
  expect(verdictOf(sure, sure)).toEqual({
    tone: 'ok',
    words: 'The result is the same, and so are all digests. The second run took 7 ms.',
  })
})

test.each([
  ['d', 'is the same'],
  ['other', 'differs'],
])('a result that cannot be verified is not called verified: %s', (resultDigest, says) => {
  expect(verdictOf(unsure, { ...unsure, resultDigest })).toEqual({
    tone: 'info',
    words: `This verifies the events, the question and the tables’ definitions, but not the result, which ${says} this time.`,
  })
})

test('differing digests are named', () => {
  expect(verdictOf(sure, { ...sure, resultDigest: 'other' })).toEqual({
    tone: 'bad',
    words: 'The result is not the same. These digests differ: result.',
  })
  for (const first of [sure, unsure])
    expect(verdictOf(first, { ...first, rangeDigest: 'other' })).toEqual({
      tone: 'bad',
      words: 'The result is the same. These digests differ: events.',
    })
})
