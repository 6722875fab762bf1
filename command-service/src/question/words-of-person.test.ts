import { expect, test } from 'vitest'
import { requireNoPerson } from './words-of-person.ts'

const check = (sql: string, parameters = {}, name = 'Noor  Haddad') =>
  requireNoPerson({ sql, parameters, rule: null }, { name })
const message = expect.objectContaining({ code: 'VALIDATION_FAILED' })

test.each([
  ['an e-mail address', 'SELECT 1 -- ask noor@shop.example', {}],
  ['the name of its author', 'SELECT 1 -- by noor\n haddad', {}],
  ['an e-mail address as a value', 'SELECT $who', { who: 'noor@shop.example' }],
  ['the name of its author as a value', 'SELECT $who', { who: 'Noor Haddad' }],
])('a question with %s is refused', (_, sql, parameters) => {
  expect(() => check(sql, parameters)).toThrow(message)
})

test.each([
  ['operators and other names', "SELECT @ (-1), 'a@b' WHERE name = 'Haddad'", {}, undefined],
  ['a word of SQL that is also the whole name of its author', 'SELECT max(1)', {}, 'Max'],
  ['values that are no texts', 'SELECT $n', { n: 7, on: true, none: null }, undefined],
  ['an author without a name', 'SELECT 1', {}, ''],
])('a question with %s is accepted', (_, sql, parameters, name) => {
  expect(() => check(sql, parameters, name)).not.toThrow()
})

test('a rule is refused if its text, or the text of the other rule, names a person', () => {
  const checkRule = (reducer: string, other = '') =>
    requireNoPerson(
      { sql: null, parameters: null, rule: { reducer, against: { reducer: other }, types: [], from: 1 } },
      { name: 'Noor Haddad' },
    )
  expect(() => checkRule('// by Noor Haddad')).toThrow(message)
  expect(() => checkRule('', '// noor@shop.example')).toThrow(message)
  expect(() => checkRule('// by the shop')).not.toThrow()
})
