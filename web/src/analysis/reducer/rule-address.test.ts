import { expect, test } from 'vitest'
import { EMPTY_RULE, readRuleAddress, ruleAddress } from './rule-address.ts'

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
