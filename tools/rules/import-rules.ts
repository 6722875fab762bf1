import type { Import, Source } from './module-graph.ts'
import {
  CATALOG,
  DOCUMENT,
  FILE_ADAPTERS,
  FOLD_OF_READ_MODEL,
  FOR_BROWSER,
  isIn,
  isOfApi,
  isOfReadModels,
  isOurs,
  isPlain,
  isPure,
  isRoot,
  isTest,
  LIMITS,
  PARCEL_NEEDS,
  PAYPAL_ADAPTER,
  ROOMS,
  SERVER_ADAPTERS,
  VIEW,
  workspaceOf,
} from './places.ts'

export type ImportRule = Readonly<{
  says: string
  forbids: (one: Import) => boolean
  /** A test checks that the rule finds these files. */
  breaches: readonly Source[]
}>

const importing = (path: string, specifier: string, statement = 'import { x } from'): Source => ({
  path,
  text: `${statement} '${specifier}'\n`,
})

export const importRules: readonly ImportRule[] = [
  {
    says: 'a room imports no other room, except that the gateway draws pages with web, and analysis folds events with projections',
    forbids: ({ from, to }) =>
      isPlain(from) &&
      ROOMS.test(from) &&
      ROOMS.test(to) &&
      workspaceOf(from) !== workspaceOf(to) &&
      // drawn-pages.ts has only the types of the module that draws pages.
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
    says: 'from other workspaces, the browser imports only API types, limits, parcel needs, countries, colors, wanted pictures, values of pieces, columns of money, reserved columns, order ETags and spans of time',
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
    says: 'only analysis imports DuckDB and isolated-vm, because an install may leave them out; other rooms start analysis as a program',
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

/**
 * TABLE: the files that import the servers' adapters. An install can leave out the adapters, so the adapters are only `devDependencies`.
 */
export const opensAdapters: readonly string[] = [
  'shared/server/src/open-adapters.ts',
  'shared/server/src/open-read-only.ts',
]
