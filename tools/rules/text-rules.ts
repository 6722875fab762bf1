import type { Source } from './module-graph.ts'
import { isPure, isRoot, isTest } from './places.ts'

/** A rule of ARCHITECTURE.md. `finds` returns the faults of a file. */
export type TextRule = Readonly<{
  says: string
  finds: (source: Source) => readonly string[]
  breaches: readonly Source[]
}>

const LONGEST = 200
const EVASIVE = /(^|\/)(index|utils|helpers|types|common|misc)\.tsx?$/
const WORLD = /\b(Date\.now|new Date\(\)|Math\.random|randomUUID|performance\.now|await|process\.)/g

/** The only file that may call `vi.waitFor`. */
const PATIENT = 'tests/support/until.ts'

const words = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([word]) => word)

export const textRules: readonly TextRule[] = [
  {
    says: 'deciders, projections and process managers use no clock, no randomness, no promise and no Node process',
    finds: ({ path, text }) => (isPure(path) ? words(text, WORLD) : []),
    breaches: [{ path: 'command-service/src/cart/cart-decider.ts', text: 'const now = Date.now()' }],
  },
  {
    says: 'only the command-service can append to the log',
    finds: ({ path, text }) =>
      isRoot(path) || isTest(path) || /^(command-service|shared)\//.test(path)
        ? []
        : words(text, /\bEventStore\b|\blog\.append\(/g),
    breaches: [{ path: 'projections/src/run-projections.ts', text: 'await log.append(stream, 1, [])' }],
  },
  {
    says: 'only the gateway knows the public paths',
    finds: ({ path, text }) =>
      isTest(path) || !/^(command-service|query-service|projections|shared)\//.test(path)
        ? []
        : words(text, /['"`]\/api\//g),
    breaches: [{ path: 'query-service/src/order-routes.ts', text: "router.get('/api/orders')" }],
  },
  {
    says: 'the environment is read in one file, except by tests',
    finds: ({ path, text }) =>
      path === 'shared/server/src/config.ts' || isTest(path) ? [] : words(text, /process\.env|import\.meta\.env/g),
    breaches: [{ path: 'gateway/src/create-gateway.ts', text: 'process.env.PORT' }],
  },
  {
    says: 'one parser with linear time parses queries, because Koa’s parser takes quadratic time',
    finds: ({ path, text }) =>
      isTest(path) ? [] : words(text, /\b(?:ctx|request)\.query\b|\bquery\b[^}=]*\} = ctx\b/g),
    breaches: [
      { path: 'query-service/src/live/live-routes.ts', text: 'parse(LiveQuery, ctx.query)' },
      { path: 'gateway/src/serve-pages.ts', text: 'const { path, query } = ctx' },
    ],
  },
  {
    says: 'a test waits for what a page shows or requests, not for an idle network, because a page with a stream always uses the network',
    finds: ({ text }) => words(text, /\b(?:waitForLoadState\(|waitUntil: )['"`]networkidle/g),
    breaches: [
      { path: 'tests/browser/a.test.ts', text: ['page.waitForLoadState(', "'networkidle')"].join('') },
      { path: 'tests/browser/a.ts', text: ["page.goto('/', { waitUntil: ", "'networkidle' })"].join('') },
    ],
  },
  {
    says: 'a test waits with expect.poll, for the time set in vitest.config.ts, because vi.waitFor waits only a second',
    finds: ({ path, text }) => (path === PATIENT ? [] : words(text, /\bvi\.wait(?:For|Until)\(/g)),
    breaches: [
      { path: 'web/src/a.test.ts', text: ['await vi.', 'waitFor(() => expect(asked).toEqual([1]))'].join('') },
    ],
  },
  {
    says: `a file has at most ${LONGEST} lines, unless it is a test`,
    finds: ({ path, text }) => {
      const lines = text.split('\n').length - 1
      return lines > LONGEST && !isTest(path) ? [`${lines} lines`] : []
    },
    breaches: [{ path: 'gateway/src/create-gateway.ts', text: 'line\n'.repeat(LONGEST + 1) }],
  },
  {
    says: 'a file is named after its content',
    finds: ({ path }) => (EVASIVE.test(path) ? ['its name'] : []),
    breaches: [{ path: 'shared/stores/src/utils.ts', text: '' }],
  },
]
