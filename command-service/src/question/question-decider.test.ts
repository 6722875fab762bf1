import { QuestionSaved } from '@shop/language/question/events'
import fc from 'fast-check'
import { test } from 'vitest'
import { specOf } from '../spec.ts'
import { aRetryChangesNothing } from '../test-support/retries.ts'
import { type QuestionCommand, questionDecider } from './question-decider.ts'

const { given } = specOf(questionDecider)
const asked = {
  name: 'net-revenue',
  authorId: 'noor',
  sql: 'SELECT 1',
  parameters: { days: 7, from: 'May' },
  savedAt: '2026-01-01T00:00:00.000Z',
}
const save = (changes: Partial<typeof asked> = {}): QuestionCommand => ({ type: 'Save', ...asked, ...changes })
const first = QuestionSaved({ ...asked, savedVersion: 1 })

test('a question begins with version 1', () => {
  given().when(save()).thenEvents(first)
})

test('a new text or a new value of a parameter makes a new version, whichever analyst saves it', () => {
  const [sql, parameters] = ['SELECT 2', { days: 14, from: 'May' }]
  given(first)
    .when(save({ sql, authorId: 'ada' }))
    .thenEvents(QuestionSaved({ ...asked, sql, authorId: 'ada', savedVersion: 2 }))
  given(first)
    .when(save({ parameters }))
    .thenEvents(QuestionSaved({ ...asked, parameters, savedVersion: 2 }))
})

test('saving a question unchanged makes no new version, even if the parameters come in another order', () => {
  given(first).when(save()).thenNothing()
  given(first)
    .when(save({ parameters: { from: 'May', days: 7 }, authorId: 'ada' }))
    .thenNothing()
})

test('the next version replaces a text whose author was erased', () => {
  given(QuestionSaved({ ...asked, savedVersion: 3, sql: null, parameters: null }))
    .when(save())
    .thenEvents(QuestionSaved({ ...asked, savedVersion: 4 }))
})

test('a command that saves a question twice adds one version', () =>
  aRetryChangesNothing(questionDecider, fc.record({ sql: fc.constantFrom('SELECT 1', 'SELECT 2') }).map(save)))
