import { matchesGlob } from 'node:path'

/** A part of the tests that can be run by its name: `npm test -- --project browser`. */
export type Suite = Readonly<{
  name: string
  holds: string
  include: readonly string[]
  /** The sum of the times of the suite's files, if five files run at once on two idle cores. All suites together take ten minutes. */
  budgetSeconds: number
  /**
   * The files of the suite share worker processes. A worker loads the shop's modules only once, which saves half the time of a short file.
   * If all suites run, the suites with this option also share workers with each other.
   */
  sharesModules?: true
  /**
   * The suite has JSX or other code that only a bundler understands, so Vite transforms its modules. In all other suites Node itself loads
   * the modules, as in the shop.
   */
  isBundled?: true
  /**
   * The suite's files run last and one at a time, because they compare times or use the whole machine. Their time counts five times,
   * because five files of any other suite run at once.
   */
  alone?: true
}>

const FROM_THE_SCHEMAS = 'tests/acceptance/{schemathesis,typed-client}.test.ts'
const REAL_SERVERS = '**/*.infra.test.ts'
const IN_CONTAINERS = 'deploy/containers/*.test.ts'
const OVER_HTTP = 'tests/**/*.test.ts'
const IN_A_BROWSER = 'tests/browser/*.test.ts'
const IN_OTHER_BROWSERS = 'tests/browsers/*.test.ts'
const LABS = 'tools/labs/**/*.test.ts'
const HOSTILE_CLIENTS = 'tests/hostile/*.test.ts'
const OF_THE_PAGES = 'web/**/*.test.ts'
/** These files compare times or memory. A process that has already run other files would measure different times and memory. */
const MEASURES = [
  'analysis/src/exports/export-memory.test.ts',
  'analysis/src/questions/run-question.test.ts',
  'command-service/src/upload/upload-routes.test.ts',
  'shared/stores/src/**/tampering.test.ts',
]
/** These files take long: they start and kill programs, render pictures, hash passwords, wait for limits, or try many orders of events. */
const TAKES_ITS_TIME = [
  'analysis/src/as-of/things.test.ts',
  'analysis/src/ask/main.test.ts',
  'analysis/src/bug-report/*.test.ts',
  'analysis/src/copy/*.test.ts',
  'analysis/src/explain/*.test.ts',
  'analysis/src/exports/answer-export*.test.ts',
  'analysis/src/exports/exports.test.ts',
  'analysis/src/reducers/*.test.ts',
  'analysis/src/runs/run-routes.test.ts',
  'analysis/src/try-projection/*.test.ts',
  'analysis/src/verify-answers/*.test.ts',
  'embedded/src/**/*.test.ts',
  'tools/*.test.ts',
  'deploy/*.test.ts',
  'gateway/src/limit-requests.test.ts',
  'projections/src/rebuild-killed.test.ts',
  'projections/src/watch-log.test.ts',
  'shared/kurrentdb/**/*.test.ts',
  'shared/stores/src/**/crash.test.ts',
  'command-service/src/account/passwords.test.ts',
  'command-service/src/cart/merge-races.test.ts',
  'command-service/src/order/answers-to-*.test.ts',
  'command-service/src/purchase/{answers-to-*,payment-races,public-payment-reports,purchase-races}.test.ts',
  'command-service/src/set-password/*.test.ts',
  'command-service/src/upload/*.test.ts',
  'projections/src/rebuild.test.ts',
  'projections/src/sweeps/*.test.ts',
]

/** TABLE: the suites with their budgets, in the order in which a change is tried. A file belongs to the last suite that includes it. */
export const suites: readonly Suite[] = [
  {
    name: 'unit',
    holds: 'rules, ports with SQLite, rooms over HTTP',
    include: ['**/*.test.ts'],
    budgetSeconds: 150,
    sharesModules: true,
  },
  {
    name: 'pages',
    holds: 'the code of the pages, as the bundler builds it',
    include: [OF_THE_PAGES],
    budgetSeconds: 20,
    sharesModules: true,
    isBundled: true,
  },
  {
    name: 'thorough',
    holds: 'kills and restarts, races, pictures, tools, the double of a log server',
    include: TAKES_ITS_TIME,
    budgetSeconds: 350,
    sharesModules: true,
  },
  {
    name: 'measured',
    holds: 'comparisons of time or memory, each file in its own process',
    include: MEASURES,
    budgetSeconds: 80,
  },
  {
    name: 'acceptance',
    holds: 'every documented call, attacks, permissions',
    include: [OVER_HTTP],
    budgetSeconds: 230,
    sharesModules: true,
  },
  {
    name: 'browser',
    holds: 'the tasks of a shopper and of an admin in Chromium',
    include: [IN_A_BROWSER],
    budgetSeconds: 1050,
    sharesModules: true,
  },
  {
    name: 'browsers',
    holds: 'buying, editing a product and printing in Firefox and WebKit',
    include: [IN_OTHER_BROWSERS],
    budgetSeconds: 60,
    sharesModules: true,
  },
  {
    name: 'schemas',
    holds: 'requests made from the OpenAPI document by foreign tools',
    include: [FROM_THE_SCHEMAS],
    budgetSeconds: 115,
    sharesModules: true,
  },
  {
    name: 'servers',
    holds: 'the adapters and the distributed shop on real servers',
    include: [REAL_SERVERS],
    budgetSeconds: 650,
    sharesModules: true,
  },
  {
    name: 'containers',
    holds: 'the image and the compose files on a container engine, with the double of the log server',
    include: [IN_CONTAINERS],
    budgetSeconds: 350,
    alone: true,
  },
  {
    name: 'labs',
    holds: 'kills while shoppers buy, torn files and simulated time; a part of the labs',
    include: [LABS],
    budgetSeconds: 95,
  },
  {
    name: 'hostile',
    holds: 'one attacking client beside honest shoppers, with both compositions',
    include: [HOSTILE_CLIENTS],
    budgetSeconds: 50,
    alone: true,
  },
]

/** The suite of a file: the last suite that includes it. `path` is relative to the root. */
export const suiteOf = (path: string): Suite | undefined =>
  suites.findLast(({ include }) => include.some((pattern) => matchesGlob(path, pattern)))

type Project = Omit<Suite, 'holds' | 'budgetSeconds'> & { exclude: readonly string[] }

/**
 * Vitest's projects. Vitest starts new processes for each project. So if all suites run, the suites that share modules are one project,
 * `shared`. Then five processes load the modules, instead of thirty.
 */
export function projectsOf(areNamed: boolean): readonly Project[] {
  const own = suites.map((suite, at) => ({ ...suite, exclude: suites.slice(at + 1).flatMap(({ include }) => include) }))
  if (areNamed) return own
  const together = (suite: Suite) => suite.sharesModules && !suite.isBundled
  const include = suites.filter(together).flatMap((suite) => suite.include)
  const apart = own.filter((suite) => !together(suite))
  return [{ name: 'shared', sharesModules: true, include, exclude: apart.flatMap((suite) => suite.include) }, ...apart]
}

/** Modes that run only if their name is given. They test the shop at a given address: `vitest run --mode contract`. */
export const modes: Readonly<Record<'acceptance' | 'contract', { include: string[]; globalSetup: string[] }>> = {
  acceptance: {
    include: [
      'acceptance/documented-calls',
      'acceptance/authorisation',
      'acceptance/attacks',
      'acceptance/races',
      'acceptance/raw-sockets',
      'acceptance/uploads',
      'browser/journey',
      'browser/admin',
      'browser/admin-pages',
    ].map((file) => `tests/${file}.test.ts`),
    globalSetup: ['tests/support/one-shop.ts'],
  },
  contract: {
    include: ['shared/kurrentdb/test-support/server-contract.ts'],
    globalSetup: ['shared/kurrentdb/test-support/require-empty-server.ts'],
  },
}
