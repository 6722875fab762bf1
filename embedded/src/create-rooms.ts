import { join } from 'node:path'
import { createCommandService } from '@shop/command-service/create-command-service'
import { watchKeys } from '@shop/command-service/lost-keys/watch-keys'
import { makeParts } from '@shop/command-service/make-parts'
import { openPaypal } from '@shop/command-service/payment/paypal'
import { checkPaypalWebhooks } from '@shop/command-service/payment/paypal-webhooks'
import { createWebhookCheck } from '@shop/command-service/payment/verify-webhook'
import { simulatorTrust } from '@shop/command-service/payment/webhook-trust'
import { createAskAnalysis } from '@shop/command-service/question/ask-analysis'
import { openTrail } from '@shop/gateway/trail/create-trail'
import { createPaypalSimulator } from '@shop/paypal-simulator/create-paypal-simulator'
import { notWaitedFor, waitedFor } from '@shop/projections/all'
import { backedByLog } from '@shop/projections/backed-by-log'
import { accountChangesIn } from '@shop/query-service/account-changes'
import { createInMemoryCatalog } from '@shop/query-service/catalog/in-memory/in-memory-catalog'
import { createQueryService } from '@shop/query-service/create-query-service'
import type { Config } from '@shop/server/config'
import { createCallers } from '@shop/server/http/callers'
import { watchRefused } from '@shop/server/http/watch-refused'
import { clientOf, networkOf } from '@shop/server/limits/address-keys'
import { openNeeded } from '@shop/server/needed-database'
import { SIMULATOR_PATH, simulatorCredentials } from '@shop/server/payments-config'
import { simulatorWebhooks } from '@shop/server/simulator-webhooks'
import type { Counters } from '@shop/stores/counters/counters'
import { openJournalSync } from '@shop/stores/journal-sync'
import { followStandings } from '@shop/stores/read-store/standings'
import type { OpenStores } from './open-stores.ts'
import { createAnalysis } from './run-analysis.ts'

export async function createRooms(opening: AsyncDisposableStack, config: Config, stores: OpenStores, ourUrl: string) {
  const { clock, folder, log, snapshots, keys, readStore, counters, turns, mailer, tokenSecret } = stores
  const { payments, checkWebhook, simulator } = await paymentsOf(config, ourUrl, tokenSecret, folder, counters)
  if (simulator) opening.defer(() => simulator.close())
  const analysis = createAnalysis(config, tokenSecret)
  const outside = { payments, checkWebhook, mailer, ourUrl, askAnalysis: createAskAnalysis(analysis.origin) }
  const given = {
    log,
    snapshots,
    keys,
    counters,
    turns,
    tokenSecret,
    ...outside,
    clock,
    now: () => new Date(clock.now()),
  }
  const parts = await makeParts(given, config)
  const commandService = createCommandService(parts)
  const keyWatch = watchKeys(parts)
  const closing = new AbortController()
  opening.defer(() => closing.abort())
  const checks = { ...stores.checks, keys: keyWatch.check, rebuilt: watchRefused(readStore, closing.signal) }
  const catalog = createInMemoryCatalog(readStore)
  // Create `followed` after the catalog, so that the catalog already has the changes when `followed` reports a new position.
  const followed = followStandings(readStore, waitedFor, notWaitedFor)
  const queryService = createQueryService({
    readStore: backedByLog(readStore, log, followed),
    catalog,
    followed,
    log,
    counters,
    verify: parts.tokens.verify,
    callerBy: createCallers(log, accountChangesIn(readStore)),
  })
  const { trailFolder } = config
  const trail = trailFolder
    ? opening.adopt(openTrail(trailFolder, clock.now, clock.forgetting), (open) => open.close())
    : undefined
  return { parts, keyWatch, checks, commandService, queryService, catalog, followed, simulator, trail, analysis }
}

async function paymentsOf(
  { payments, rateLimits, simulatorFaults: faults }: Config,
  ourUrl: string,
  tokenSecret: string,
  folder: string,
  counters: Counters,
) {
  if (!payments.simulated)
    return { payments: openPaypal(payments), checkWebhook: checkPaypalWebhooks(payments, counters) }
  const credentials = simulatorCredentials(tokenSecret)
  const file = join(folder, 'paypal-simulator.db')
  const baseUrl = payments.baseUrl ?? ourUrl + SIMULATOR_PATH
  const account = { ...credentials, baseUrl }
  const to = payments.webhookUrl ?? `${ourUrl}/api/webhooks/paypal`
  const webhooks = { to, base: baseUrl, identity: simulatorWebhooks(credentials.clientSecret) }
  return {
    payments: openPaypal(account),
    checkWebhook: createWebhookCheck(simulatorTrust(account)),
    simulator: await openNeeded(file, () =>
      createPaypalSimulator({
        ...credentials,
        webhooks,
        file,
        mountPath: SIMULATOR_PATH,
        rateLimits,
        faults,
        clientOf,
        networkOf,
        openSync: openJournalSync,
      }),
    ),
  }
}
