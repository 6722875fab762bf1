import { globSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import type { TestSpecification, Vitest } from 'vitest/node'
import { LongestFirst } from './longest-first.ts'
import { sensitiveIn } from './nothing-sensitive.ts'
import { modes, projectsOf, suites } from './suites.ts'

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
])('the line %s is refused for: %s', (line, what) => expect(sensitiveIn(line)).toBe(what))

test('the longest files start first, then files with their own process, and short files last', async () => {
  const inOrder = [
    'tests/acceptance/distributed.infra.test.ts',
    'tools/labs/simulation/simulate.test.ts',
    'analysis/src/exports/export-memory.measured.test.ts',
    'tests/acceptance/losses.infra.test.ts',
    'tests/browser/cart.test.ts',
    'tools/rules/citations.test.ts',
    'tests/hostile/hostile.test.ts',
  ]
  const ofPath = (path: string) => {
    const config = { root: '/shop', isolate: path.includes('memory'), sequence: { groupOrder: 0 } }
    return { moduleId: `/shop/${path}`, project: { name: 'shared', config } } as unknown as TestSpecification
  }
  const cache = { getTestSpecificationResult: () => ({ failed: false, duration: 1 }) }
  const sequencer = new LongestFirst({ cache } as unknown as Vitest)
  const sorted = await sequencer.sort(inOrder.toReversed().map(ofPath))
  expect(sorted.map(({ moduleId }) => moduleId.replace('/shop/', ''))).toEqual(inOrder)
})

test('a run of all suites has each file once, and a run of named suites too', () => {
  const filesOf = (areNamed: boolean) =>
    projectsOf(areNamed).flatMap(({ include, exclude }) =>
      files.filter((file) => isIn(file, include) && !isIn(file, exclude)),
    )
  expect(filesOf(false).toSorted()).toEqual(filesOf(true).toSorted())
  expect(filesOf(true)).toHaveLength(files.length)
})
