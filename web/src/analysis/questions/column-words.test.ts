import { isMoney } from '@shop/language/analysis/money-column'
import { expect, test } from 'vitest'
import { headingOf, sqlHeadingOf } from './column-words.ts'

const integer = (name: string) => ({ name, kind: 'integer' as const })

test.each([
  ['cents', 'cents in $', 'Amount'],
  ['totalCents', 'totalCents in $', 'Total'],
  ['net_cents', 'net_cents in $', 'Net'],
  ['TOTAL_CENTS', 'TOTAL_CENTS in $', 'Total'],
  ['$days 28: cents', '$days 28: cents in $', '$days 28: Amount'],
])('the heading of %s says that its cents are shown in dollars', (name, inSql, inWords) => {
  expect(isMoney(integer(name))).toBe(true)
  expect([sqlHeadingOf(integer(name)), headingOf(integer(name))]).toEqual([inSql, inWords])
})

test.each(['Rule in JavaScript', 'Net revenue of H&M'])('the heading %s is in words already', (name) => {
  expect(headingOf({ name, kind: 'text' })).toBe(name)
})

test.each(['accents', 'percents', 'sum(totalCents)', 'centsOff'])('%s is no money', (name) => {
  expect([isMoney(integer(name)), sqlHeadingOf(integer(name))]).toEqual([false, name])
  expect(isMoney({ name: 'totalCents', kind: 'text' })).toBe(false)
})
