import { QuestionDeleted, QuestionKept, QuestionRenamed, QuestionSaved, RuleKept } from '@shop/language/question/events'
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
const save = (changes: Partial<typeof asked> = {}): QuestionCommand => ({
  type: 'Save',
  kind: 'question',
  ...asked,
  rule: null,
  ...changes,
})
const kept = { ...asked, keyName: 'shop-questions' }
const first = QuestionKept({ ...kept, savedVersion: 1 })

test('a question begins with version 1', () => {
  given().when(save()).thenEvents(first)
})

test('a new text or a new value of a parameter makes a new version, whichever analyst saves it', () => {
  const [sql, parameters] = ['SELECT 2', { days: 14, from: 'May' }]
  given(first)
    .when(save({ sql, authorId: 'ada' }))
    .thenEvents(QuestionKept({ ...kept, sql, authorId: 'ada', savedVersion: 2 }))
  given(first)
    .when(save({ parameters }))
    .thenEvents(QuestionKept({ ...kept, parameters, savedVersion: 2 }))
})

test('saving an unchanged text of an earlier version of the shop makes a new version, which the shop keeps', () => {
  given(QuestionSaved({ ...asked, savedVersion: 1 }))
    .when(save())
    .thenEvents(QuestionKept({ ...kept, savedVersion: 2 }))
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
    .thenEvents(QuestionKept({ ...kept, savedVersion: 4 }))
})

const renamed = { name: 'net-revenue', newName: 'by-day', byId: 'ada', renamedAt: '2026-01-02T00:00:00.000Z' }
const deleted = { name: 'net-revenue', byId: 'ada', deletedAt: '2026-01-02T00:00:00.000Z' }
const rename: QuestionCommand = { type: 'Rename', ...renamed }
const remove: QuestionCommand = { type: 'Delete', ...deleted }

test('a listed question can be renamed or deleted by any analyst', () => {
  given(first).when(rename).thenEvents(QuestionRenamed(renamed))
  given(first).when(remove).thenEvents(QuestionDeleted(deleted))
})

test.each([
  ['was never saved', []],
  ['is renamed', [first, QuestionRenamed(renamed)]],
  ['is deleted', [first, QuestionDeleted(deleted)]],
])('a question that %s can be neither renamed nor deleted', (_, events) => {
  given(...events)
    .when(rename)
    .thenRefused('NOT_FOUND')
  given(...events)
    .when(remove)
    .thenRefused('NOT_FOUND')
})

const by = { name: 'by-type', authorId: 'noor', savedAt: asked.savedAt }
const rule = { reducer: 'const keyOf = () => 1', against: { projection: 'dashboard' }, types: ['OrderPlaced'], from: 1 }
const saveRule = (changes: Partial<typeof rule> = {}, type: 'Save' | 'TakeName' = 'Save'): QuestionCommand => {
  return { type, kind: 'rule', ...by, sql: null, parameters: null, rule: { ...rule, ...changes } }
}
const ruleKept = { ...by, rule, savedVersion: 1, keyName: 'shop-questions' }

test('a rule has versions like a question: a new text, comparison, type or first event makes a new version', () => {
  given().when(saveRule()).thenEvents(RuleKept(ruleKept))
  given(RuleKept(ruleKept)).when(saveRule()).thenNothing()
  for (const change of [
    { reducer: 'const keyOf = () => 2' },
    { against: { projection: 'orders' } },
    { types: [] },
    { from: 2 },
  ])
    given(RuleKept(ruleKept))
      .when(saveRule(change))
      .thenEvents(RuleKept({ ...ruleKept, rule: { ...rule, ...change }, savedVersion: 2 }))
  given(RuleKept(ruleKept), QuestionRenamed(renamed))
    .when(saveRule({}, 'TakeName'))
    .thenEvents(RuleKept({ ...ruleKept, savedVersion: 2 }))
})

test('a rule cannot be saved under the name of a question, or a question under the name of a rule', () => {
  given(first).when(saveRule()).thenRefused('CONFLICT')
  given(RuleKept(ruleKept)).when(save()).thenRefused('CONFLICT')
  given(RuleKept(ruleKept), QuestionDeleted(deleted))
    .when(save())
    .thenEvents(QuestionKept({ ...kept, savedVersion: 2 }))
})

test('saving under the name of a deleted question continues its versions, even with the same text', () => {
  given(first, QuestionDeleted(deleted))
    .when(save())
    .thenEvents(QuestionKept({ ...kept, savedVersion: 2 }))
})

test('a renamed question takes a name that is free, or that already has its text', () => {
  const take = (sql: string): QuestionCommand => ({ ...save({ sql }), type: 'TakeName' }) as QuestionCommand
  given().when(take('SELECT 1')).thenEvents(first)
  given(first).when(take('SELECT 1')).thenNothing()
  given(first).when(take('SELECT 2')).thenRefused('CONFLICT')
  given(first, QuestionDeleted(deleted))
    .when(take('SELECT 2'))
    .thenEvents(QuestionKept({ ...kept, sql: 'SELECT 2', savedVersion: 2 }))
})

test('a command that is handled twice changes the question once', () =>
  aRetryChangesNothing(
    questionDecider,
    fc.oneof(fc.constantFrom(rename, remove), fc.record({ sql: fc.constantFrom('SELECT 1', 'SELECT 2') }).map(save)),
  ))
