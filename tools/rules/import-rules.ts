import type { Import, Source } from './module-graph.ts'

/** A rule of ARCHITECTURE.md about imports. In addition, the package.json of a workspace says which workspaces it may import. */
export type ImportRule = Readonly<{
  says: string
  forbids: (one: Import) => boolean
  /** Files that break the rule. A test checks that the rule finds them. */
  breaches: readonly Source[]
}>

/** Pure functions: the projections of read models, and their table. */
const FOLD_OF_READ_MODEL = /^projections\/src\/(all|fold|projection|working-set|read-models\/[\w-]+)\.ts$/
const ROOMS = /^(command-service|projections|query-service|gateway|web|paypal-simulator|analysis|embedded|tools)\//
/** TABLE: the workspaces in shared/ that have the adapters of a server. An install can leave out any of these workspaces. */
export const adapterWorkspaces: readonly string[] = ['kurrentdb', 'mongodb', 'redis', 'smtp']
const SERVER_ADAPTERS = new RegExp(`^shared/(${adapterWorkspaces.join('|')})/`)
const FILE_ADAPTERS = /^shared\/stores\/src\/[a-z-]+\/(sqlite|folder)\/\1-[a-z-]+\.ts$/
const inLanguage = (name: string) => `shared/language/src/${name}.ts`
const LIMITS = inLanguage('limits')
const PARCEL_NEEDS = inLanguage('address/parcel-needs')
/** TABLE: other modules of the language from which the browser imports values: numbers, shapes and short functions. */
const OTHERS_FOR_BROWSER = [
  ...['analysis/trail-words', 'address/countries', 'address/format', 'order/pieces-value', 'order/etag'],
  'product/basic-colors',
]
const FOR_BROWSER = [LIMITS, PARCEL_NEEDS, ...OTHERS_FOR_BROWSER.map(inLanguage)]
/* In the folder of a noun, the name of a file says its kind. */
const DOCUMENT = /^shared\/language\/src\/[a-z]+\/([a-z-]+-)?document\.ts$/
const VIEW = /^shared\/language\/src\/[a-z]+\/view\.ts$/
const EVENTS = /^shared\/language\/src\/(events\/|[a-z]+\/([a-z-]+-)?events\.ts$)/
/** Whether a file of a noun may be known to the browser: it declares no event, document or view. */
const isOfApi = (path: string) =>
  /^shared\/language\/src\/[a-z]+\//.test(path) && ![DOCUMENT, VIEW, EVENTS].some((kind) => kind.test(path))
const CATALOG = 'query-service/src/catalog/in-memory'
const PAYPAL_ADAPTER = /^command-service\/src\/payment\/paypal\.ts$/

/** Whether a file declares documents, or how they are stored. */
const isOfReadModels = (path: string) =>
  DOCUMENT.test(path) || path === inLanguage('collection') || isIn(path, 'shared/stores/src/read-store')

/** A room, or a workspace in shared/. */
export const workspaceOf = (path: string) => /^(shared\/)?[^/]+(?=\/)/.exec(path)?.[0] ?? ''
/** Files that never run in a shop: tests, their support, and development tools. */
export const isTest = (path: string) =>
  /\.test\.tsx?$|\/(contract|spec)\.ts$|\/(bench|containers|contract|labs|rules|suites|test-support)\//.test(path) ||
  /^tests\/|^tools\/(gallery\.ts$|checks\/)|^vitest\.|^web\/(pictures\/|[^/]+\.ts$)/.test(path)
/** Whether a file is a composition root. Composition roots may import everything. */
export const isRoot = (path: string) => path.endsWith('/main.ts') || path.startsWith('embedded/src/')
export const isPure = (path: string) =>
  !isTest(path) &&
  /^command-service\/src\/.*-decider\.ts$|^projections\/src\/(read-models|processes|sweeps)\//.test(path)

const isOurs = (to: string) => /^shared\//.test(to) || ROOMS.test(to)
/** Whether a file is neither a test nor a composition root. */
const isPlain = (path: string) => !isTest(path) && !isRoot(path)
const isIn = (path: string, ...folders: readonly string[]) => folders.some((folder) => path.startsWith(`${folder}/`))

const importing = (path: string, specifier: string, statement = 'import { x } from'): Source => ({
  path,
  text: `${statement} '${specifier}'\n`,
})

export const importRules: readonly ImportRule[] = [
  {
    says: 'a room imports no other room, except that the gateway draws with web, and analysis folds with the projections',
    forbids: ({ from, to }) =>
      isPlain(from) &&
      ROOMS.test(from) &&
      ROOMS.test(to) &&
      workspaceOf(from) !== workspaceOf(to) &&
      // This file has only the type of the module that web builds for drawing pages.
      !(isIn(from, 'gateway') && to === 'web/src/server/drawn-pages.ts') &&
      !(isIn(from, 'analysis') && FOLD_OF_READ_MODEL.test(to)),
    breaches: [
      importing('analysis/src/as-of/books-as-of.ts', '@shop/projections/run-projections'),
      importing('tools/import-log.ts', '@shop/command-service/cart/cart-decider'),
      importing('gateway/src/api-table.ts', '../../projections/src/all.ts'),
    ],
  },
  {
    says: 'a workspace in shared/ imports no room; its benches may use the runner of benches',
    forbids: ({ from, to }) =>
      isIn(from, 'shared') && ROOMS.test(to) && !(from.includes('/bench/') && isIn(to, 'tools/bench')),
    breaches: [
      importing('shared/server/src/http/health.ts', '@shop/projections/all'),
      importing('shared/stores/src/open-sqlite.ts', '../../../tools/bench/median.ts'),
      importing('shared/stores/bench/log.ts', '../../../tools/back-up.ts'),
    ],
  },
  {
    says: 'the language imports a schema library, a hash, and the rules for domains and addresses, but no server, file or other workspace',
    forbids: ({ from, to }) =>
      isIn(from, 'shared/language') &&
      !isTest(from) &&
      !isIn(to, 'shared/language') &&
      !['zod', 'localized-address-format', 'node:crypto', 'node:url'].includes(to),
    breaches: [
      importing('shared/language/src/events/event.ts', 'node:fs'),
      importing('shared/language/src/cart/view.ts', '@shop/server/config'),
    ],
  },
  {
    says: 'limits and parcel needs import nothing, so that the browser loads nothing else',
    forbids: ({ from }) => from === LIMITS || from === PARCEL_NEEDS,
    breaches: [importing(LIMITS, './text.ts'), importing(PARCEL_NEEDS, './limits.ts')],
  },
  {
    says: 'the write side reads no read model',
    forbids: ({ from, to }) => isIn(from, 'command-service') && isPlain(from) && isOfReadModels(to),
    breaches: [importing('command-service/src/cart/cart-routes.ts', '@shop/language/cart/document')],
  },
  {
    says: 'only the tools import the log-file format',
    forbids: ({ from, to }) =>
      isPlain(from) && ROOMS.test(from) && !isIn(from, 'tools') && isIn(to, 'shared/stores/src/log-file'),
    breaches: [importing('command-service/src/first-start.ts', '@shop/stores/log-file/import-log')],
  },
  {
    says: 'the gateway imports no document and no view',
    forbids: ({ from, to }) => isIn(from, 'gateway') && isPlain(from) && (DOCUMENT.test(to) || VIEW.test(to)),
    breaches: [importing('gateway/src/api-table.ts', '@shop/language/cart/view')],
  },
  {
    says: 'a tool opens no sealed field except to prove an erasure, and reads no document',
    forbids: ({ from, to }) =>
      isIn(from, 'tools') && isPlain(from) && (isOfReadModels(to) || isIn(to, 'shared/stores/src/key-store')),
    breaches: [importing('tools/export-log.ts', '@shop/stores/key-store/key-store')],
  },
  {
    says: 'of other workspaces the browser imports API types, limits, parcel needs, countries, colors, values of pieces and order ETags',
    forbids: ({ from, to, onlyTypes }) =>
      isIn(from, 'web/src') &&
      isOurs(to) &&
      !isIn(to, 'web') &&
      !FOR_BROWSER.includes(to) &&
      !(onlyTypes && isOfApi(to)),
    breaches: [
      importing('web/src/cart/cart-api.ts', '@shop/language/cart/api'),
      importing('web/src/cart/cart-api.ts', '@shop/language/cart/events', 'import type { x } from'),
    ],
  },
  {
    says: 'the simulator of PayPal imports nothing of the shop',
    forbids: ({ from, to }) =>
      isIn(from, 'paypal-simulator') && isPlain(from) && isOurs(to) && !isIn(to, 'paypal-simulator'),
    breaches: [importing('paypal-simulator/src/ledger.ts', '@shop/language/errors')],
  },
  {
    says: 'an adapter is imported only where it is opened',
    forbids: ({ from, to }) =>
      isPlain(from) &&
      !opensAdapters.includes(from) &&
      workspaceOf(from) !== (SERVER_ADAPTERS.exec(to)?.[0].slice(0, -1) ?? '') &&
      (SERVER_ADAPTERS.test(to) || FILE_ADAPTERS.test(to) || PAYPAL_ADAPTER.test(to)),
    breaches: [
      importing('query-service/src/order-routes.ts', '@shop/stores/read-store/sqlite/sqlite-read-store'),
      importing('shared/server/src/config.ts', '@shop/mongodb/open-mongodb'),
      importing('command-service/src/make-parts.ts', './payment/paypal.ts'),
    ],
  },
  {
    says: 'only analysis imports DuckDB and isolates, because an install may leave them out; other rooms start analysis as a program',
    forbids: ({ from, to }) =>
      !isIn(from, 'analysis') &&
      !isTest(from) &&
      (to.startsWith('@duckdb/') || to === 'isolated-vm' || isIn(to, 'analysis')),
    breaches: [
      importing('query-service/src/dashboard/dashboard-routes.ts', '@duckdb/node-api'),
      importing('query-service/src/dashboard/dashboard-routes.ts', 'isolated-vm'),
      importing('embedded/src/main.ts', '@shop/analysis/tables/all-tables'),
    ],
  },
  {
    says: 'the catalog is used through its port',
    forbids: ({ from, to }) =>
      !isTest(from) &&
      !isIn(from, CATALOG) &&
      isIn(to, CATALOG) &&
      !(isRoot(from) && to === `${CATALOG}/in-memory-catalog.ts`),
    breaches: [importing('query-service/src/product-routes.ts', './catalog/in-memory/search.ts')],
  },
  {
    says: 'only tests import test support',
    forbids: ({ from, to }) => !isTest(from) && to.includes('/test-support/'),
    breaches: [importing('shared/server/src/open-adapters.ts', '@shop/kurrentdb/test-support/eventstore-double')],
  },
  {
    says: 'a relative import stays in its workspace; other workspaces are imported by name',
    forbids: ({ from, to, specifier }) =>
      specifier.startsWith('.') && !isTest(from) && workspaceOf(from) !== '' && workspaceOf(from) !== workspaceOf(to),
    breaches: [importing('gateway/src/api-table.ts', '../../shared/language/src/errors.ts')],
  },
  {
    says: 'deciders, projections and processes use no library except immutable collections',
    forbids: ({ from, to }) => isPure(from) && !isOurs(to) && to !== 'immutable',
    breaches: [importing('command-service/src/cart/cart-decider.ts', 'node:crypto')],
  },
]

/** TABLE: the files that import the servers' adapters. No package.json depends on the adapters, because an install can leave them out. */
export const opensAdapters: readonly string[] = [
  'shared/server/src/open-adapters.ts',
  'shared/server/src/open-to-look.ts',
]

/** The feature of a file: its folder in the workspace's `src`, such as `web/src/cart`. Files directly in `src` combine features. */
export const featureOf = (path: string) =>
  isTest(path) || !/\.tsx?$/.test(path) ? undefined : /^(?:shared\/)?[^/]+\/src\/[^/]+(?=\/)/.exec(path)?.[0]
