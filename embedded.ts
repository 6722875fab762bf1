import { createHmac } from 'node:crypto'
import { accessSync, constants } from 'node:fs'
import type { RequestListener } from 'node:http'
import { join, resolve } from 'node:path'
import { callerOf } from '@shop/command-service/account/accounts'
import { openPaypal } from '@shop/command-service/checkout/paypal'
import { createCommandService } from '@shop/command-service/create-command-service'
import { firstStart } from '@shop/command-service/first-start'
import { createCommandHandler } from '@shop/command-service/handle-command'
import { sweepPending } from '@shop/command-service/upload/pending-pictures'
import { createGateway } from '@shop/gateway/create-gateway'
import type { Health } from '@shop/gateway/health'
import { createPaypalSimulator } from '@shop/paypal-simulator/create-paypal-simulator'
import { awaited, projections } from '@shop/projections/all'
import { processes } from '@shop/projections/processes/all'
import { runProcesses } from '@shop/projections/run-process-manager'
import { runProjections } from '@shop/projections/run-projections'
import { createQueryService } from '@shop/query-service/create-query-service'
import { type Config, ConfigError, readConfig } from '@shop/shared/config'
import { writableFolder } from '@shop/shared/data-folder'
import type { EventReader } from '@shop/shared/event-store/event-store'
import { createShopLog } from '@shop/shared/event-store/shop-log'
import { serve } from '@shop/shared/http/serve'
import { createTokens } from '@shop/shared/http/tokens'
import { defect, log as logFact } from '@shop/shared/log'
import { openEventStore, openJobQueue, openKeyStore, openReadStore } from '@shop/shared/open-adapters'
import { waitUntilReached } from '@shop/shared/read-store/wait-until-reached'
import { runUntilAsked } from '@shop/shared/run-until-asked'
import { keptTokenSecret } from '@shop/shared/token-secret'
import { ensureWebBuilt } from '@shop/web/build-web'
import { demoCatalogue, picturesFolder } from './demo/demo-catalogue.ts'

const SIMULATOR = '/simulator/paypal'
const PAYPAL_SDK = 'https://www.paypal.com/sdk/js'
const SWEEP_EVERY_MS = 5 * 60 * 1000

type Options = {
  /** Takes each line that an operator is to read. */
  say?: (line: string) => void
  /** Without: the pages come from elsewhere. */
  web?: boolean
}

type Opener<Adapter> = (address: string) => Promise<Adapter>

/** The whole shop in one process, open when this resolves. Port 0 takes a free one. */
export async function startEmbedded(config: Config, { say = () => {}, web = true }: Options = {}) {
  await using opening = new AsyncDisposableStack()
  let phase: ReturnType<Health['phase']> = 'starting'

  // The port first: a taken one is noticed before anything is touched. Who asks already waits for the gateway.
  const gateway = Promise.withResolvers<RequestListener>()
  const serving = await serve(async (request, response) => (await gateway.promise)(request, response), config)
  opening.defer(() => serving.stop(0))
  opening.defer(() => gateway.resolve((_, response) => response.destroy()))

  const folder = writableFolder(config.dataFolder)
  const kept = async <Adapter extends { close(): Promise<void> }>(open: Opener<Adapter>, file: string) => {
    const adapter = await open(`sqlite:${join(folder, file)}`).catch((cause: Error) => {
      throw new ConfigError(`DATA_DIR: ${file} cannot be opened (${cause.message})`, { cause })
    })
    return opening.adopt(adapter, () => adapter.close())
  }
  const store = await kept(openEventStore, 'events.db')
  const keys = await kept(openKeyStore, 'keys.db')
  const readStore = await kept(openReadStore, 'read-models.db')
  const jobs = await kept(openJobQueue, 'jobs.db')
  const log = createShopLog(store, keys)
  const tokenSecret = config.tokenSecret ?? keptTokenSecret(folder)
  const tokens = createTokens(tokenSecret)
  const commands = createCommandHandler(log)
  const uploadsFolder = join(folder, 'uploads')

  const { provider, simulator, ...payment } = paymentsOf(config, serving.url, tokenSecret, folder)
  if (simulator) opening.defer(() => simulator.close())
  const parts = {
    commands,
    keys,
    payments: provider,
    tokens,
    digestSecret: (await keys.keyFor('request-digests')).toString('base64url'),
    uploadsFolder,
    checkoutTtlMs: config.checkoutTtlMs,
    rateLimits: config.rateLimits,
  }
  const commandService = createCommandService(parts)
  const queryService = createQueryService({
    readStore,
    log,
    rateLimits: config.rateLimits,
    verify: tokens.verify,
    accountOf: (accountId: string) => callerOf(commands, accountId),
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
    reached: waitUntilReached(readStore, awaited, shown.isHalted),
    health: { phase: () => phase, head: () => headOf(folder, log), reached: waitUntilReached(readStore, awaited) },
    config: { currency: 'USD', cartCurrencySymbol: config.cartCurrencySymbol, payment },
    folders: { web: join(import.meta.dirname, 'web', 'dist'), pictures: picturesFolder, uploads: uploadsFolder },
    corsOrigins: config.corsOrigins,
    trustProxy: config.trustProxy,
    rateLimits: config.rateLimits,
    mounted: simulator ? { [SIMULATOR]: simulator.middleware } : {},
  })
  gateway.resolve(app.callback())

  const catalogue = config.demo ? await demoCatalogue() : []
  const built = web ? ensureWebBuilt({ log: say }) : undefined
  await firstStart(parts, { admin: config.admin, catalogue, say })
  await Promise.all([built, shown.caughtUp])

  const working = new AbortController()
  const work = Promise.all([
    runProcesses(processes, log, jobs, working.signal, {
      onError: (error) => logFact('error', 'processes', defect(error)),
    }),
    jobs.work(commandService.handleQueued, working.signal),
  ])
  const sweep = setInterval(() => sweepPending(uploadsFolder, new Date()), SWEEP_EVERY_MS)
  phase = 'ready'

  const open = opening.move()
  return {
    url: serving.url,
    log,
    /** Finishes what is in flight, then closes. What still comes in the first `graceMs` is answered too. */
    async close(graceMs = 0) {
      phase = 'stopping'
      clearInterval(sweep)
      working.abort()
      await Promise.all([serving.stop(graceMs), work])
      await open.disposeAsync()
    },
  }
}

/** Real payments, or the simulator with a ledger of its own; the shop reaches either over HTTP only. */
function paymentsOf({ payments }: Config, ourUrl: string, tokenSecret: string, folder: string) {
  if (!payments.simulated) {
    const { clientId } = payments
    return { provider: openPaypal(payments), simulator: undefined, clientId, sdkUrl: PAYPAL_SDK, simulated: false }
  }
  const credentials = {
    clientId: 'selvedge-test-payments',
    clientSecret: createHmac('sha256', tokenSecret).update('paypal-simulator').digest('base64url'),
    merchantId: 'SELVEDGETEST1',
  }
  return {
    provider: openPaypal({ ...credentials, baseUrl: payments.baseUrl ?? ourUrl + SIMULATOR }),
    simulator: createPaypalSimulator({
      ...credentials,
      file: join(folder, 'paypal-simulator.db'),
      mountPath: SIMULATOR,
    }),
    clientId: credentials.clientId,
    sdkUrl: `${SIMULATOR}/sdk/js`,
    simulated: true,
  }
}

/** The log's newest position; throws when the folder can no longer be written. */
async function headOf(folder: string, log: EventReader) {
  accessSync(folder, constants.W_OK)
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
