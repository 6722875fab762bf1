import { expect, test } from 'vitest'
import { suggestionsFor, wordAt } from './completion.ts'

const kept = (name: string, type: string) => ({ name, type, treatment: 'kept' as const })
const tables = [
  { name: 'OrderPlaced', events: 3, columns: [kept('orderId', 'VARCHAR'), kept('totalCents', 'BIGINT')] },
  { name: 'OrderDeleted', events: 1, columns: [kept('orderId', 'VARCHAR'), kept('status', 'VARCHAR')] },
]
const named = (word: string, sql = '') => suggestionsFor(word, sql, tables).map(({ name }) => name)

test('the word or parameter before the caret is completed, except inside a quoted text or a comment', () => {
  expect(wordAt('SELECT ord', 10)).toEqual({ text: 'ord', start: 7 })
  expect(wordAt('a = $da', 7)).toEqual({ text: '$da', start: 4 })
  expect(wordAt('a = $', 5)).toEqual({ text: '$', start: 4 })
  expect(wordAt('SELECT ', 7)).toEqual({ text: '', start: 7 })
  expect(wordAt("WHERE a = 'ord", 14)).toBeUndefined()
  expect(wordAt("a = 'x' AND ord", 15)).toEqual({ text: 'ord', start: 12 })
  expect(wordAt('-- ord', 6)).toBeUndefined()
  expect(wordAt('-- ord\nsel', 10)).toEqual({ text: 'sel', start: 7 })
  expect(wordAt('/* ord', 6)).toBeUndefined()
})

test('columns of named tables come first, each once, then tables and functions', () => {
  expect(named('ord')).toEqual(['OrderPlaced', 'OrderDeleted', 'orders_as_of(', 'orderId'])
  expect(named('ord', 'SELECT ord FROM OrderPlaced')).toEqual([
    'orderId',
    'OrderPlaced',
    'OrderDeleted',
    'orders_as_of(',
  ])
  expect(suggestionsFor('tot', 'FROM OrderPlaced', tables)).toEqual([
    { name: 'totalCents', says: 'bigint, OrderPlaced' },
  ])
  const lines = { ...tables[0]!, columns: [kept('items', 'STRUCT("size" VARCHAR, "quantity" BIGINT)[]')] }
  expect(suggestionsFor('ite', 'FROM OrderPlaced', [lines])).toEqual([
    { name: 'items', says: 'record[] (size, quantity), OrderPlaced' },
  ])
  expect(suggestionsFor('date_t', '', tables)).toEqual([{ name: 'date_trunc(', says: "date_trunc('day', moment)" }])
})

test('a column that is a word of SQL is suggested with quotes, also after its last letter', () => {
  const moved = { name: 'OrderStatusChanged', events: 1, columns: [kept('at', 'TIMESTAMP'), kept('from', 'VARCHAR')] }
  const found = (word: string, sql: string) => suggestionsFor(word, sql, [moved]).map(({ name }) => name)
  expect(found('at', 'SELECT at FROM OrderStatusChanged')).toEqual(['"at"'])
  expect(found('fro', '')).toEqual(['"from"'])
  expect(found('from', 'SELECT 1 from')).toEqual([])
})

test('a dollar sign suggests the parameters, and a complete word is not suggested', () => {
  expect(named('$', 'a > $days AND b = $name')).toEqual(['$days', '$name'])
  expect(named('$d', 'a > $days')).toEqual(['$days'])
  expect(named('OrderPlaced')).toEqual([])
})
