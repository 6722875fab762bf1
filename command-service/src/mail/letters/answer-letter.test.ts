import type { Run, RunAnswer } from '@shop/language/analysis/runs'
import { expect, test } from 'vitest'
import { createLinks } from '../links.ts'
import { htmlOf } from '../render-html.ts'
import { textOf } from '../render-text.ts'
import { answerLetter } from './answer-letter.ts'

const parts = { links: createLinks('https://shop.test'), timeZone: 'Europe/Berlin' }
const asked = { name: 'by-day', version: 3, asOf: '2026-11-30T07:00:00.000Z' }
const letterOf = (run: object) => answerLetter({ ...asked, run: run as Run }, parts)
const column = (name: string, kind: RunAnswer['columns'][number]['kind']) => ({ name, kind, type: '' })
const covered = { asOf: { event: 4812, moment: asked.asOf }, rangeDigest: 'ab12' }
const answered = (columns: RunAnswer['columns'], rows: RunAnswer['rows'], truncated = false) =>
  letterOf({ state: 'answered', answer: { ...covered, columns, rows, truncated } })

test('the mail has the answer as a table, and a link to the same answer', () => {
  const columns = [
    column('day', 'day'),
    column('netCents', 'integer'),
    column('over', 'boolean'),
    column('evidence', 'evidence'),
  ]
  const letter = answered(columns, [
    ['2026-11-29', 125_000, true, [1, 2]],
    ['2026-11-30', null, false, []],
  ])
  expect(letter.subject).toBe('by-day, Monday, November 30, 2026')
  expect(textOf(letter)).toContain('day | netCents | over\n2026-11-29 | $1,250.00 | yes\n2026-11-30 |  | no')
  expect(textOf(letter)).toContain(
    'https://shop.test/analysis/questions?question=by-day&version=3&asOf=2026-11-30T07%3A00%3A00.000Z&run=yes',
  )
  expect(htmlOf(letter)).toMatch(/<th align="right"[^>]*>netCents<\/th>/)
  expect(htmlOf(letter)).toMatch(/<td align="right"[^>]*>\$1,250\.00<\/td>/)
})

test('the mail has the first fifty rows, and says so', () => {
  const rows = Array.from({ length: 60 }, (_, n) => [n])
  const letter = answered([column('n', 'integer')], rows)
  expect(textOf(letter)).toContain('\n49\n')
  expect(textOf(letter)).not.toContain('\n50\n')
  expect(textOf(letter)).toContain('This email shows 50 rows.')
  expect(textOf(answered([column('n', 'integer')], [[7]]))).not.toContain('This email')
})

test('the mail says that it leaves out lists, records and columns after the eighth', () => {
  const leavesOut = (...columns: RunAnswer['columns']) => textOf(answered(columns, [[7]])).includes('some columns')
  const nine = Array.from({ length: 9 }, (_, n) => column(`n${n}`, 'integer'))
  expect(leavesOut(...nine)).toBe(true)
  expect(leavesOut(column('lines', 'list'), column('n', 'integer'))).toBe(true)
  expect(leavesOut(...nine.slice(1), column('evidence', 'evidence'))).toBe(false)
})

test('the mail says until when the counts of the trail reach, in the sentence of the answer', () => {
  const dataEnds = 'The counts of the trail reach to the end of 2026-11-29 (UTC)'
  for (const rows of [[], [[7]]]) {
    const answer = { ...covered, columns: [column('n', 'integer')], rows, truncated: false, dataEnds }
    expect(textOf(letterOf({ state: 'answered', answer }))).toContain(`${dataEnds}.`)
  }
})

test('the mail has the digest of the events, so that the mailbox is evidence of an unchanged log', () => {
  expect(textOf(answered([column('n', 'integer')], [[7]]))).toContain('the digest of the events 1 to 4812 is ab12.')
})

test('an average in cents is shown as money', () => {
  expect(textOf(answered([column('averageCents', 'number')], [[13_498.6]]))).toContain('$134.99')
})

test('an answer without rows and a failed question are said in words', () => {
  expect(textOf(answered([column('n', 'integer')], []))).toContain('The answer has no rows.')
  const failed = letterOf({ state: 'failed', failure: { reason: 'sql', message: 'No column x' } })
  expect(textOf(failed)).toContain('but it failed: No column x')
  expect(textOf(failed)).not.toContain('digest')
})
