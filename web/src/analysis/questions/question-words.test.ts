import { expect, test } from 'vitest'
import { asOfOf, endOfQuestion, parametersIn, readValue, typedOf } from './question-words.ts'

test('parameters are found outside quoted texts, quoted names and comments', () => {
  const sql = `SELECT '$no it''s $no', "$no", $days -- $no\n /* $no\n $no */ FROM x WHERE a > $days AND b = $Size_2`
  expect(parametersIn(sql)).toEqual(['days', 'Size_2'])
})

test.each([
  ['null', null],
  ["'null'", 'null'],
  ['  14 ', 14],
  ['-1.5e3', -1500],
  ['1e999', '1e999'],
  ["'14'", '14'],
  ['true', true],
  ['M', 'M'],
  ["'", "'"],
])('the text %j is read as the value %j', (typed, value) => expect(readValue(typed)).toBe(value))

test.each([null, 14, -0.5, false, 'M', '14', 'true', 'null', "'quoted'", ' ', ''])(
  '%j is written as a text that is read as the same value',
  (value) => expect(readValue(typedOf(value))).toBe(value),
)

test.each([
  ['', {}],
  [' Now ', {}],
  [' 12000 ', { asOf: 12000 }],
  ['17,622', { asOf: 17622 }],
  ['17\u202f622', { asOf: 17622 }],
  ['2026-11-20', { asOf: '2026-11-20T00:00:00.000Z' }],
  ['2026-11-20 12:30', { asOf: '2026-11-20T12:30:00.000Z' }],
  ['2026-11-20T12:30:05.25Z', { asOf: '2026-11-20T12:30:05.250Z' }],
  ['2026-11-20 12:30 UTC', { asOf: '2026-11-20T12:30:00.000Z' }],
  ['2026-13-01', undefined],
  ['2026-11-31 12:00', undefined],
  ['2026-02-29', undefined],
  ['yesterday', undefined],
  ['now or never', undefined],
  ['-1', undefined],
])('the text %j means the last event %j', (typed, asOf) => expect(asOfOf(typed)).toEqual(asOf))

test('a question is not asked as of event 0', () => {
  expect(['0', '1', 'now'].map(endOfQuestion)).toEqual([undefined, { asOf: 1 }, {}])
})
