import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { spentOn } from './budget-reporter.ts'
import { sensitiveIn } from './nothing-sensitive.ts'
import { modes, suites } from './suites.ts'

const files = globSync('**/*.test.{ts,tsx}', { exclude: (path) => path.includes('node_modules') })
const isIn = (file: string, patterns: readonly string[]) => patterns.some((pattern) => matchesGlob(file, pattern))

test('every test is in a suite, and every pattern finds a file', () => {
  expect(files.filter((file) => !suites.some(({ include }) => isIn(file, include)))).toEqual([])
  const patterns = [...suites, ...Object.values(modes)].flatMap(({ include }) => [...include])
  expect(patterns.filter((pattern) => globSync(pattern, { exclude: ['**/node_modules/**'] }).length === 0)).toEqual([])
})

test.each([
  ['{"token":"eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.c2ln"}', 'a token'],
  ['{"why":"ada.b+c@x.test is taken"}', 'an e-mail address'],
  ['{"cart":"guest_1700000000000_AAAAAAAAAAAAAAAAAAAAAA"}', 'a whole guest id'],
  ['{"account":"$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA"}', 'a hashed password'],
  ['{"body":"a-long-admin-phrase-41"}', 'a password of the tests'],
  ['{"body":"nine-green-threads-7"}', 'a password of the tests'],
  ['{"body":"a customer of the demo shop"}', 'a password of the tests'],
  ['{"stack":"at /node_modules/@koa/router/lib/router.js:1:2","cart":"guest_17…"}', undefined],
])('of %s an operator’s line may not have: %s', (line, what) => expect(sensitiveIn(line)).toBe(what))

test('a suite is too slow when it takes three times its budget', () => {
  const [first] = suites
  const at = (share: number) => spentOn([{ suite: first?.name ?? '', ms: (first?.budgetSeconds ?? 0) * 1000 * share }])
  expect(at(2.9)).toMatchObject([{ isTooSlow: false }])
  expect(at(3.1)).toMatchObject([{ isTooSlow: true }])
  expect(spentOn([])).toEqual([])
})

test('all suites together may take ten minutes, four files at once', () => {
  const seconds = suites.reduce((sum, { budgetSeconds, alone }) => sum + budgetSeconds / (alone ? 1 : 4), 0)
  expect(seconds).toBeLessThanOrEqual(10 * 60)
})
