import { matchesGlob } from 'node:path'

/** A part of the tests that can be run by its name: `npm test -- --project browser`. */
export type Suite = Readonly<{
  name: string
  include: readonly string[]
  /** The files share worker processes, which load the shop's modules only once. */
  sharesModules?: true
  /** The suite has JSX or other code that only a bundler understands. */
  isBundled?: true
  /** These files compare times or use the whole machine, so they run last and one at a time. */
  alone?: true
}>

/** TABLE: the suites. After a change, run them in this order. A file belongs to the last suite that includes it. */
export const suites: readonly Suite[] = [
  { name: 'unit', include: ['**/*.test.ts'], sharesModules: true },
  { name: 'pages', include: ['web/**/*.test.ts'], sharesModules: true, isBundled: true },
  { name: 'slow', include: ['**/*.slow.test.ts'], sharesModules: true },
  // Each of these files needs its own process, because earlier files would change its times, memory and child processes.
  { name: 'measured', include: ['**/*.measured.test.ts'] },
  { name: 'acceptance', include: ['tests/**/*.test.ts'], sharesModules: true },
  { name: 'browser', include: ['tests/browser/*.test.ts'], sharesModules: true },
  { name: 'browsers', include: ['tests/browsers/*.test.ts'], sharesModules: true },
  { name: 'schemas', include: ['tests/schemas/*.test.ts'], sharesModules: true },
  { name: 'servers', include: ['**/*.infra.test.ts'], sharesModules: true },
  { name: 'containers', include: ['deploy/containers/*.test.ts'], alone: true },
  { name: 'labs', include: ['tools/labs/**/*.test.ts'] },
  { name: 'hostile', include: ['tests/hostile/*.test.ts'], alone: true },
]

/** `path` is relative to the root. */
export const suiteOf = (path: string): Suite | undefined =>
  suites.findLast(({ include }) => include.some((pattern) => matchesGlob(path, pattern)))

type Project = Suite & { exclude: readonly string[] }

/** Vitest starts new processes for each project. So in a full run, the suites that share modules are one project, except bundled suites. */
export function projectsOf(areNamed: boolean): readonly Project[] {
  const own = suites.map((suite, at) => ({ ...suite, exclude: suites.slice(at + 1).flatMap(({ include }) => include) }))
  if (areNamed) return own
  const together = (suite: Suite) => suite.sharesModules && !suite.isBundled
  const include = suites.filter(together).flatMap((suite) => suite.include)
  const apart = own.filter((suite) => !together(suite))
  return [{ name: 'shared', sharesModules: true, include, exclude: apart.flatMap((suite) => suite.include) }, ...apart]
}

/**
 * These modes run only if their name is given: `vitest run --mode contract`. `acceptance` tests the shop at SHOP_URL, or starts a shop.
 * `contract` tests the empty log server at EVENT_STORE_URL.
 */
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
