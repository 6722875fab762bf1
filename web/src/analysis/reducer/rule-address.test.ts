import { expect, test } from 'vitest'
import { EMPTY_RULE, readRuleAddress, readRuleName, ruleAddress, typedRule } from './rule-address.ts'

test('an address opens the same rules, types, range and moment again', () => {
  const rule = {
    reducer: "function keyOf({ type }) { return type + ' #&%?' }\n// Zoë",
    second: 'const reduce = (row) => row && 1',
    compared: 'rule',
    types: ['OrderPlaced', 'RefundNoted'],
    from: '12',
    asOf: '2026-11-20 12:00',
  }
  expect(readRuleAddress(ruleAddress(rule))).toEqual(rule)
  expect(readRuleAddress(ruleAddress({ ...rule, second: '', compared: 'dashboard', types: [] }))).toEqual({
    ...rule,
    ...{ second: '', compared: 'dashboard', types: [] },
  })
})

test('an empty or a damaged address has no rule', () => {
  expect(readRuleAddress('')).toEqual(EMPTY_RULE)
  expect(readRuleAddress('?types=,&from=#%E0%A4%A')).toEqual(EMPTY_RULE)
})

const rule = { reducer: 'const keyOf = () => 1', against: { reducer: 'const a = 1' }, types: ['OrderPlaced'], from: 12 }
const saved = {
  ...{
    kind: 'rule' as const,
    name: 'by-day',
    version: 2,
    newest: 3,
    sql: null,
    parameters: null,
    rule,
    savedAt: '',
    own: true,
  },
} as const

test('an unchanged saved rule is in its address by name and version, and runs when a link to its answer is opened', () => {
  const typed = { ...typedRule(rule), asOf: ' 17043 ' }
  expect(typed).toMatchObject({ second: 'const a = 1', compared: 'rule', from: '12' })
  const address = ruleAddress(typed, saved, true)
  expect(address).toBe('?rule=by-day&version=2&asOf=17043&run=yes')
  expect(readRuleName(address)).toEqual({ name: 'by-day', version: 2, isRun: true })
  expect(readRuleAddress(address)).toEqual({ ...EMPTY_RULE, asOf: '17043' })
  expect(readRuleName('?rule=by-day&version=x')).toEqual({ name: 'by-day', isRun: false })
})

test('a saved rule with a change is in its address by its text, and never runs by itself', () => {
  for (const change of [
    { reducer: 'other' },
    { second: 'other' },
    { compared: 'orders' },
    { types: [] },
    { from: '' },
  ]) {
    const address = ruleAddress({ ...typedRule(rule), ...change }, saved, true)
    expect(readRuleName(address)).toBeUndefined()
    expect(readRuleAddress(address)).toEqual({ ...typedRule(rule), ...change })
  }
})
