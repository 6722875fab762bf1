import type { RunAnswer } from '@shop/language/analysis/runs'
import { expect, test } from 'vitest'
import { answerLink } from './answer-link.ts'

const moment = '2026-11-20T12:00:00.000Z'
const endOf = (event: number, asOf?: string) => {
  const asked = { sql: 'SELECT 1', parameters: {}, ...(asOf && { asOf }) }
  const link = answerLink('/q', { sql: '' }, { asked }, { asOf: { event, moment } } as RunAnswer)
  return new URL(link ?? '', 'http://shop').searchParams.get('asOf')
}

test.each([
  ['its last event', endOf(7), '7'],
  ['the moment that was chosen', endOf(7, moment), moment],
  ['its moment, if no event had happened', endOf(0), moment],
])('the link of an answer has %s', (_, end, expected) => expect(end).toBe(expected))
