import { expect, test } from 'vitest'
import { MOST_ANSWER_BYTES, MOST_ROWS, SHORT_EVIDENCE } from '../limits.ts'
import { createAnswerRows } from './answer-rows.ts'
import type { Column } from './question.ts'

const columns: readonly Column[] = [
  { name: 'week', type: 'VARCHAR', kind: 'text' },
  { name: 'evidence', type: 'BIGINT[]', kind: 'evidence' },
]
const events = (count: number) => Array.from({ length: count }, (_, n) => n + 1_000_000)
const first = events(SHORT_EVIDENCE)

test('rows that fit have all of their evidence', () => {
  const answered = createAnswerRows(columns)
  expect(answered.add(['one', events(200_000)])).toBe(true)
  expect(answered.add(['two', events(SHORT_EVIDENCE + 1)])).toBe(true)
  expect(answered.rows().map(([, evidence]) => (evidence as number[]).length)).toEqual([200_000, SHORT_EVIDENCE + 1])
})

test('in an answer that would be too large, each long list of evidence has its first events and their number', () => {
  const answered = createAnswerRows(columns)
  for (let week = 0; week < 300; week++) expect(answered.add([`week ${week}`, events(20_000 + week)])).toBe(true)
  expect(answered.add(['short', [1, 2]])).toBe(true)
  expect(answered.add(['a week larger than an answer', events(MOST_ANSWER_BYTES / 8)])).toBe(true)
  const rows = answered.rows()
  expect(rows).toHaveLength(302)
  expect(rows[0]).toEqual(['week 0', { first, events: 20_000 }])
  expect(rows[299]).toEqual(['week 299', { first, events: 20_299 }])
  expect(rows[300]).toEqual(['short', [1, 2]])
  expect(rows[301]).toMatchObject(['a week larger than an answer', { events: MOST_ANSWER_BYTES / 8 }])
})

test('a row that does not fit without evidence, or after ten thousand rows, is not added', () => {
  const large = createAnswerRows(columns)
  const half = 'x'.repeat(MOST_ANSWER_BYTES / 2)
  expect([large.add([half, [1]]), large.add([half, [2]]), large.rows().length]).toEqual([true, false, 1])
  // This letter has two bytes.
  const letters = createAnswerRows(columns)
  expect([letters.add(['é'.repeat(MOST_ANSWER_BYTES / 2), []]), letters.add(['x', []])]).toEqual([false, true])
  const many = createAnswerRows(columns)
  for (let n = 0; n < MOST_ROWS; n++) many.add(['x', [n]])
  expect([many.add(['x', [1]]), many.rows().length]).toEqual([false, MOST_ROWS])
})
