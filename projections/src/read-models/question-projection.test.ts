import { AccountErased } from '@shop/language/account/events'
import { QuestionDeleted, QuestionKept, QuestionRenamed, QuestionSaved, RuleKept } from '@shop/language/question/events'
import { expect, test } from 'vitest'
import { documentsAfter } from '../spec.ts'
import { questionProjection } from './question-projection.ts'

const saved = (version: number, authorId: string, sql: string | null = `SELECT ${version}`) =>
  QuestionSaved({
    name: 'net-revenue',
    savedVersion: version,
    authorId,
    sql,
    parameters: sql === null ? null : { days: 7 },
    savedAt: '2026-01-01T00:00:00.000Z',
  })

test('all versions of a question stay, and the last version is marked as the newest', () => {
  expect(documentsAfter(questionProjection, saved(1, 'noor'), saved(2, 'ada'))).toMatchObject({
    'net-revenue/1': { savedVersion: 1, sql: 'SELECT 1', isNewest: false },
    'net-revenue/2': { savedVersion: 2, sql: 'SELECT 2', parameters: { days: 7 }, isNewest: true },
  })
})

test('a renamed or deleted question has no newest version until it is saved again', () => {
  const by = { name: 'net-revenue', byId: 'ada' }
  const renamed = QuestionRenamed({ ...by, newName: 'by-day', renamedAt: '2026-01-02T00:00:00.000Z' })
  const deleted = QuestionDeleted({ ...by, deletedAt: '2026-01-02T00:00:00.000Z' })
  const both = [saved(1, 'noor'), saved(2, 'ada')]
  expect(documentsAfter(questionProjection, ...both, renamed)).toMatchObject({
    'net-revenue/1': { isNewest: false, renamedTo: 'by-day' },
    'net-revenue/2': { isNewest: false, renamedTo: 'by-day' },
  })
  expect(documentsAfter(questionProjection, ...both, deleted)).toMatchObject({ 'net-revenue/2': { isNewest: false } })
  const after = documentsAfter(questionProjection, ...both, renamed, saved(3, 'noor'), deleted, saved(4, 'noor'))
  expect(after).toMatchObject({ 'net-revenue/3': { isNewest: false }, 'net-revenue/4': { isNewest: true } })
  expect(after['net-revenue/4']).not.toHaveProperty('renamedTo')
})

test('the texts of an erased author are gone, whether the texts are read before or after the key was destroyed', () => {
  const erased = AccountErased({ accountId: 'noor', emailKey: 'k' })
  const before = documentsAfter(questionProjection, saved(1, 'noor'), saved(2, 'ada'), erased)
  expect(before).toMatchObject({
    'net-revenue/1': { sql: null, parameters: null },
    'net-revenue/2': { sql: 'SELECT 2' },
  })
  expect(documentsAfter(questionProjection, saved(1, 'noor', null), saved(2, 'ada'), erased)).toEqual(before)
})

test('the texts that the shop keeps survive the erasure of their author', () => {
  const kept = QuestionKept({ ...saved(2, 'noor').data, keyName: 'shop-questions' })
  const erased = AccountErased({ accountId: 'noor', emailKey: 'k' })
  expect(documentsAfter(questionProjection, saved(1, 'noor'), kept, erased)).toMatchObject({
    'net-revenue/1': { sql: null, isNewest: false },
    'net-revenue/2': { sql: 'SELECT 2', parameters: { days: 7 }, goneWith: '', isNewest: true },
  })
})

test('a rule is kept in all its versions beside the questions', () => {
  const rule = { reducer: 'const keyOf = () => 1', types: [], from: 1 }
  const kept = (savedVersion: number) =>
    RuleKept({
      name: 'by-type',
      savedVersion,
      authorId: 'noor',
      rule,
      savedAt: '2026-01-01',
      keyName: 'shop-questions',
    })
  const erased = AccountErased({ accountId: 'noor', emailKey: 'k' })
  expect(documentsAfter(questionProjection, kept(1), kept(2), saved(1, 'ada'), erased)).toMatchObject({
    'by-type/1': { kind: 'rule', rule, sql: null, isNewest: false },
    'by-type/2': { kind: 'rule', rule, parameters: null, isNewest: true },
    'net-revenue/1': { kind: 'question', rule: null },
  })
})
