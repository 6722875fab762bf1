import type { RequestListener } from 'node:http'
import { join, resolve } from 'node:path'
import { startBackgroundWork } from '@shop/command-service/background-work'
import { openPaypal } from '@shop/command-service/checkout/paypal'
import { createCommandService } from '@shop/command-service/create-command-service'
import { firstStart } from '@shop/command-service/first-start'
import { makeParts } from '@shop/command-service/make-parts'
import { demoCatalogue, picturesFolder } from '@shop/demo/demo-catalogue'
import { createGateway } from '@shop/gateway/create-gateway'
import { defect, logFact } from '@shop/logger/logger'
import { createPaypalSimulator } from '@shop/paypal-simulator/create-paypal-simulator'
import { awaited, besides, projections } from '@shop/projections/all'
import { backedByLog } from '@shop/projections/backed-by-log'
import { processes } from '@shop/projections/processes/all'
import { runProcesses } from '@shop/projections/run-process-manager'
import { runProjections } from '@shop/projections/run-projections'
import { runSweep } from '@shop/projections/run-sweep'
import { expireGuestCarts } from '@shop/projections/sweeps/expire-guest-carts'
import { createCallers } from '@shop/query-service/callers'
import { createInMemoryCatalogue } from '@shop/query-service/catalogue/in-memory/in-memory-catalogue'
import { createQueryService } from '@shop/query-service/create-query-service'
import { type Config, readConfig } from '@shop/server/config'
import { requireRoom, writableFolder } from '@shop/server/data-folder'
import { checkLogAndReadModels, type Phase } from '@shop/server/http/health'
import { serve } from '@shop/server/http/serve'
import { storesIn } from '@shop/server/open-stores'
import { SIMULATOR_PATH, shopConfigOf, simulatorCredentials } from '@shop/server/payments-config'
import { runUntilAsked } from '@shop/server/run-until-asked'
import { keptTokenSecret } from '@shop/server/token-secret'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { createShopLog } from '@shop/stores/event-store/shop-log'
import { followStandings } from '@shop/stores/read-store/standings'
import { ensureWebBuilt } from '@shop/web/build-web'

type Options = {
  /** Called with each line for the operator. */
  say?: (line: string) => void
  /** Whether to serve the web client; without it the pages come from another server. */
  web?: boolean
}

/** The whole shop in one process, open when this resolves. Port 0 takes a free one. */
export async function startEmbedded(config: Config, { say = () => {}, web = true }: Options = {}) {
  await using opening = new AsyncDisposableStack()
  let phase: Phase = 'starting'

  // The port first, so that one in use is noticed before anything is touched. Early requests wait for the gateway.
  const gateway = Promise.withResolvers<RequestListener>()
  const serving = await serve(async (request, response) => (await gateway.promise)(request, response), config)
  opening.defer(() => serving.stop(0))
  opening.defer(() => gateway.resolve((_, response) => response.destroy()))

  const folder = writableFolder(config.dataFolder)
  const stores = storesIn(opening, config.stores)
  const store = await stores.events()
  const keys = await stores.keys()
  const readStore = await stores.readModels()
  const jobs = await stores.jobs()
  const snapshots = await stores.snapshots()
  const log = createShopLog(store, keys)
  const tokenSecret = config.tokenSecret ?? keptTokenSecret(folder)

  const { payments, simulator } = paymentsOf(config, serving.url, tokenSecret, folder)
  if (simulator) opening.defer(() => simulator.close())
  const parts = await makeParts({ log, snapshots, keys, payments, tokenSecret }, config)
  const commandService = createCommandService(parts)
  const catalogue = createInMemoryCatalogue(readStore)
  // After the catalogue, so that it has a commit before the standings report it.
  const followed = followStandings(readStore, awaited, besides)
  const queryService = createQueryService({
    readStore: backedByLog(readStore, log),
    catalogue,
    followed,
    log,
    rateLimits: config.rateLimits,
    verify: parts.tokens.verify,
    accountOf: createCallers(log, readStore),
  })

  const following = new AbortController()
  const shown = runProjections(projections, log, readStore, following.signal)
  opening.defer(async () => {
    following.abort()
    await shown.done
  })

  const app = createGateway({
    commands: commandService.middleware,
    queries: queryService,
    reached: followed.reached,
    health: { phase: () => phase, checks: checkLogAndReadModels(() => headOf(folder, log), followed) },
    config: shopConfigOf(config),
    folders: {
      web: join(import.meta.dirname, '..', '..', 'web', 'dist'),
      pictures: picturesFolder,
      uploads: config.uploadsFolder,
    },
    publicOrigin: config.publicOrigin,
    corsOrigins: config.corsOrigins,
    trustProxy: config.trustProxy,
    rateLimits: config.rateLimits,
    mounted: simulator ? { [SIMULATOR_PATH]: simulator.middleware } : {},
  })
  gateway.resolve(app.callback())

  const firstProducts = config.demo ? await demoCatalogue() : []
  const built = web ? ensureWebBuilt({ say }) : undefined
  await firstStart(parts, { admin: config.admin, catalogue: firstProducts, say })
  await Promise.all([built, shown.caughtUp])

  const working = new AbortController()
  const onError = (error: unknown) => logFact('error', 'processes', defect(error))
  const asking = runProcesses(processes, log, jobs, working.signal, { onError })
  const sweeping = runSweep(expireGuestCarts, readStore, jobs, working.signal, { onError })
  const stopWork = startBackgroundWork(commandService.handleQueued, jobs, config.uploadsFolder)
  phase = 'ready'

  const open = opening.move()
  return {
    url: serving.url,
    log,
    /** Finishes requests in flight, then closes. Requests that arrive within `graceMs` are answered too. */
    async close(graceMs = 0) {
      phase = 'stopping'
      working.abort()
      await Promise.all([serving.stop(graceMs), stopWork(), asking, sweeping])
      await open.disposeAsync()
    },
  }
}

/** Real payments, or the simulator with a ledger of its own; the shop reaches either over HTTP only. */
function paymentsOf({ payments }: Config, ourUrl: string, tokenSecret: string, folder: string) {
  if (!payments.simulated) return { payments: openPaypal(payments) }
  const credentials = simulatorCredentials(tokenSecret)
  const file = join(folder, 'paypal-simulator.db')
  return {
    payments: openPaypal({ ...credentials, baseUrl: payments.baseUrl ?? ourUrl + SIMULATOR_PATH }),
    simulator: createPaypalSimulator({ ...credentials, file, mountPath: SIMULATOR_PATH }),
  }
}

/** The log's head; throws when the folder is not writable or its disk is full. */
async function headOf(folder: string, log: EventReader) {
  requireRoom(folder)
  return log.head()
}

const openingLines = (config: Config, url: string) => [
  '',
  `Selvedge is open at ${url}`,
  `  What it knows lies in ${resolve(config.dataFolder)}`,
  ...(config.payments.simulated ? ['  Test payments: no money moves (PAYPAL_CLIENT_ID is not set)'] : []),
  ...(config.demo ? [] : ['  DEMO=off: a new shop begins empty']),
  ...(config.rateLimits ? [] : ['', '  !!! RATE_LIMITS=off: nobody is slowed down. For benchmarks only !!!', '']),
]

if (import.meta.main)
  await runUntilAsked(async () => {
    const config = readConfig()
    const say = (line: string) => process.stdout.write(`${line}\n`)
    const shop = await startEmbedded(config, { say, web: !process.argv.includes('--without-web') })
    for (const line of openingLines(config, shop.url)) say(line)
    return shop
  })
