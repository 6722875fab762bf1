/** A part of the tests that is run by its name: `npm test -- --project browser`. */
export type Suite = Readonly<{
  name: string
  holds: string
  include: readonly string[]
  /** The sum of its files' times while four run at once on two cores that do nothing else: all suites together, ten minutes. */
  budgetSeconds: number
  /** A worker runs its files in one process that has loaded their modules once: loading is half of what a short file takes. */
  sharesModules?: true
  /** Its files run after all others, one at a time: they compare times. Their time counts fourfold. */
  alone?: true
}>

const FROM_THE_SCHEMAS = 'gateway/acceptance/{fuzz,schemathesis,typed-client}.test.ts'
const REAL_SERVERS = '**/*.infra.test.ts'
const OVER_HTTP = 'gateway/acceptance/**/*.test.ts'
const IN_A_BROWSER = 'gateway/acceptance/browser-*.test.ts'
const LABS = 'tools/labs/**/*.test.ts'
const HOSTILE_CLIENTS = 'gateway/acceptance/hostile.*test.ts'
/** They start programs, kill them, render pictures, hash passwords, or try many orders of events. */
const TAKES_ITS_TIME = [
  'analysis/src/ask/main.test.ts',
  'analysis/src/questions/run-question.test.ts',
  'analysis/src/copy/*.test.ts',
  'analysis/src/runs/run-routes.test.ts',
  'analysis/src/verify-answers/*.test.ts',
  'embedded/src/**/*.test.ts',
  'tools/*.test.ts',
  'deploy/*.test.ts',
  'projections/src/rebuild-killed.test.ts',
  'shared/kurrentdb/**/*.test.ts',
  'shared/stores/src/**/{crash,tampering}.test.ts',
  'command-service/src/account/passwords.test.ts',
  'command-service/src/cart/merge-races.test.ts',
  'command-service/src/purchase/purchase-races.test.ts',
  'command-service/src/set-password/*.test.ts',
  'command-service/src/upload/*.test.ts',
  'projections/src/rebuild.test.ts',
  'projections/src/sweeps/*.test.ts',
  'query-service/bench/*.test.ts',
  'web/src/server/*.test.ts',
]

/**
 * TABLE: the suites, in the order of what a change is tried with, and their budgets. A file belongs to the last one that
 * includes it.
 */
export const suites: readonly Suite[] = [
  {
    name: 'unit',
    holds: 'rules, ports over SQLite, rooms over HTTP',
    include: ['**/*.test.ts'],
    budgetSeconds: 110,
    sharesModules: true,
  },
  {
    name: 'thorough',
    holds: 'kills and restarts, races, pictures, the tools, a log server’s double',
    include: TAKES_ITS_TIME,
    budgetSeconds: 290,
  },
  {
    name: 'acceptance',
    holds: 'every documented call, attacks, who may do what',
    include: [OVER_HTTP],
    budgetSeconds: 150,
    sharesModules: true,
  },
  {
    name: 'browser',
    holds: 'a shopper’s and an admin’s way in Chromium',
    include: [IN_A_BROWSER],
    budgetSeconds: 900,
    sharesModules: true,
  },
  {
    name: 'schemas',
    holds: 'requests made from the OpenAPI document, by tools of others and by a fuzzer of our own',
    include: [FROM_THE_SCHEMAS],
    budgetSeconds: 70,
    sharesModules: true,
  },
  {
    name: 'servers',
    holds: 'the adapters and the distributed shop on real servers',
    include: [REAL_SERVERS],
    budgetSeconds: 560,
    sharesModules: true,
  },
  {
    name: 'labs',
    holds: 'kills under shoppers, torn files and simulated time: a share of what the labs do by hand',
    include: [LABS],
    budgetSeconds: 80,
  },
  {
    name: 'hostile',
    holds: 'one hostile client against honest shoppers, on both compositions',
    include: [HOSTILE_CLIENTS],
    budgetSeconds: 60,
    alone: true,
  },
]

/** Run by their names alone, against what an address names: `vitest run --mode contract`. */
export const modes: Readonly<Record<'acceptance' | 'contract', { include: string[]; globalSetup: string[] }>> = {
  acceptance: {
    include: [
      'documented-calls',
      'authorisation',
      'attacks',
      'races',
      'raw-sockets',
      'uploads',
      'browser-journey',
      'browser-admin',
    ].map((file) => `gateway/acceptance/${file}.test.ts`),
    globalSetup: ['gateway/acceptance/one-shop.ts'],
  },
  contract: {
    include: ['shared/kurrentdb/test-support/server-contract.ts'],
    globalSetup: ['shared/kurrentdb/test-support/require-empty-server.ts'],
  },
}
