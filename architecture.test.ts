import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as rules from './architecture-rules.ts'

const sources: rules.Source[] = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path && !path.endsWith('.d.ts'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

/** For each rule, a file that breaks it: a rule that finds nothing wrong here could not find anything anywhere. */
const offenders: Readonly<Record<keyof typeof rules, rules.Source | readonly rules.Source[]>> = {
  importsOnlyItsNeighbours: [
    {
      path: 'command-service/src/cart/cart-routes.ts',
      text: "import { carts } from '@shop/language/read-models/carts'",
    },
    {
      path: 'tools/export-log.ts',
      text: "import { openKeyStore } from '@shop/stores/key-store/sqlite/sqlite-key-store'",
    },
    { path: 'tools/import-log.ts', text: "import { cartDecider } from '@shop/command-service/cart/cart-decider'" },
    {
      path: 'command-service/src/first-start.ts',
      text: "import { importLog } from '@shop/stores/log-file/import-log'",
    },
  ],
  staysInItsRoom: { path: 'gateway/src/api-table.ts', text: "import { x } from '../../shared/language/src/errors.ts'" },
  namesNoAdapter: {
    path: 'query-service/src/order-routes.ts',
    text: "import { x } from '@shop/stores/read-store/sqlite/sqlite-read-store'",
  },
  leavesTheServersClientToItsAdapter: {
    path: 'shared/stores/src/event-store/event-store.ts',
    text: "import { EventStoreDBClient } from '@eventstore/db-client'",
  },
  knowsNoDouble: {
    path: 'shared/server/src/open-adapters.ts',
    text: "import { startEventStoreDouble } from '../test-support/eventstore-double.ts'",
  },
  asksTheCatalogueThroughItsPort: {
    path: 'query-service/src/product-routes.ts',
    text: "import { search } from './catalogue/in-memory/search.ts'",
  },
  decidesWithoutTheWorld: { path: 'command-service/src/cart/cart-decider.ts', text: 'const now = Date.now()' },
  appendsOnlyInTheCommandService: {
    path: 'projections/src/run-projections.ts',
    text: 'await log.append(stream, 1, [])',
  },
  leavesThePublicPathsToTheGateway: { path: 'query-service/src/order-routes.ts', text: "router.get('/api/orders')" },
  readsNoEnvironment: { path: 'gateway/src/create-gateway.ts', text: 'process.env.PORT' },
  takesTypesOnlyIntoTheBrowser: {
    path: 'web/src/cart/cart-api.ts',
    text: "import { AddToCartBody } from '@shop/language/api/cart'",
  },
  isNotTooLong: { path: 'gateway/src/create-gateway.ts', text: 'line\n'.repeat(201) },
  isNamedAfterWhatItHolds: { path: 'shared/stores/src/utils.ts', text: '' },
}

describe('the architecture', () => {
  test('there are files to look at', () => {
    expect(sources.length).toBeGreaterThan(100)
  })

  for (const [name, rule] of Object.entries(rules)) {
    const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    test(`every file ${words}`, () => {
      expect(sources.flatMap(rule)).toEqual([])
    })
    test(`a file that breaks "${words}" is noticed`, () => {
      for (const offender of [offenders[name as keyof typeof rules]].flat()) expect(rule(offender)).not.toEqual([])
    })
  }
})
