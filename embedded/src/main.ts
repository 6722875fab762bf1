import type { RequestListener } from 'node:http'
import { join, resolve } from 'node:path'
import { startBackgroundWork } from '@shop/command-service/background-work'
import { firstStart } from '@shop/command-service/first-start'
import { recordStart } from '@shop/command-service/start/record-start'
import { demoCatalog } from '@shop/demo/demo-catalog'
import { createDemoPictures } from '@shop/demo/demo-pictures'
import { createGateway } from '@shop/gateway/create-gateway'
import { BEHIND_UNTRUSTED, isBehindUntrusted } from '@shop/gateway/watch-for-proxy'
import { projections, readModels } from '@shop/projections/all'
import { processes } from '@shop/projections/processes/all'
import { runProcesses } from '@shop/projections/run-process-manager'
import { type RunningProjections, runProjections } from '@shop/projections/run-projections'
import { runSweeps } from '@shop/projections/sweeps/all'
import { type Config, ConfigError, readConfig } from '@shop/server/config'
import { checkLogAndReadModels, type Phase, watchLogAndReadModels } from '@shop/server/http/health'
import { isDirect, serve } from '@shop/server/http/serve'
import { SIMULATOR_PATH, shopConfigOf } from '@shop/server/payments-config'
import { runUntilAsked } from '@shop/server/run-until-asked'
import { openShopClock } from '@shop/server/shop-clock'
import { witnessHead } from '@shop/server/witness-head'
import type { Clock } from '@shop/stores/followed-clock'
import { defect, logFact } from '@shop/stores/logger/logger'
import { ensureWebBuilt } from '@shop/web/build-web'
import { createRooms } from './create-rooms.ts'
import { openStores } from './open-stores.ts'

type Options = {
  say?: (line: string) => void
  /** If false, the pages come from another server. */
  web?: boolean
  /** The machine's clock, and how often the shop's clock is compared with it. */
  clocks?: Readonly<{ clock: Clock; everyMs?: number }>
  /** The command-line arguments, for example `--accept-shorter-log`. */
  words?: readonly string[]
}

/** Starts the shop in this process, and the analysis in a second process. Resolves when the shop is open. Port 0 means any free port. */
export async function startEmbedded(config: Config, options: Options = {}) {
  const { say = () => {}, web = true, clocks, words = [] } = options
  await using opening = new AsyncDisposableStack()
  let phase: Phase = 'starting'
  const clock = openShopClock(opening, { confirmedDay: config.clockConfirmed, ...clocks })

  // Open the port first, so that a port in use ends the start before any store is opened.
  const gateway = Promise.withResolvers<RequestListener>()
  const serving = await serve(gateway.promise, config, { direct: isDirect(config) })
  opening.defer(() => serving.stop(0))
  opening.defer(() => gateway.resolve((_, response) => response.destroy()))

  const stores = await openStores(opening, config, clock, words)
  const { log, readStore, jobs, counters, watchLog } = stores
  const made = await createRooms(opening, config, stores, serving.url)
  const { parts, keyWatch, commandService, queryService, catalog, followed, simulator, trail, analysis } = made

  const following = new AbortController()
  const shown = runProjections(projections, log, readStore, following.signal, acceptedIn(config))
  opening.defer(async () => {
    following.abort()
    await shown.done
  })

  const looked = watchLogAndReadModels(log.head, followed, following.signal)
  const rooms = {
    commands: commandService.middleware,
    queries: queryService,
    analysis: analysis.middleware,
    reached: followed.reached,
    revision: catalog.revision,
    health: { phase: () => phase, checks: checkLogAndReadModels(looked, made.checks) },
    counters,
    trail,
  }
  const mounted = simulator ? { [SIMULATOR_PATH]: simulator.middleware } : {}
  gateway.resolve(createGateway({ ...rooms, readModels, mounted, ...gatewaySettings(config) }))

  const firstProducts = config.demo ? await demoCatalog() : []
  const built = web ? ensureWebBuilt({ say }) : undefined
  await firstStart(parts, { admin: config.admin, catalog: firstProducts, say })
  await recordStart(parts, config, 'one', readModels)
  await Promise.all([built, shownAll(shown)])

  const working = new AbortController()
  const asking = runProcesses(processes, log, jobs, working.signal, { onError, now: clock.now })
  const sweeping = runSweeps(readStore, jobs, working.signal, { onError, clock })
  const witnessing = witnessHead(log, working.signal).catch(onError)
  const checking = Promise.all([watchLog(working.signal), keyWatch.watch(working.signal)])
  const analysing = analysis.run(working.signal).catch(onError)
  const stopWork = startBackgroundWork(commandService.handleQueued, jobs, config.uploadsFolder, clock.forgetting)
  phase = 'ready'

  const open = opening.move()
  return {
    url: serving.url,
    log,
    /** Answers the requests that arrive within `graceMs`. Then closes the shop. */
    async close(graceMs = 0) {
      phase = 'stopping'
      working.abort()
      await Promise.all([serving.stop(graceMs), stopWork(), asking, sweeping, witnessing, checking, analysing])
      await open.disposeAsync()
    },
  }
}

const acceptedIn = ({ acceptedReadModels }: Config) => ({ accepted: acceptedReadModels })

/**
 * Waits until the read models show the whole log. Throws if a rebuilt read model differs from the former read model, and the operator has
 * not accepted the difference.
 */
async function shownAll({ caughtUp, refused: refusedNow }: RunningProjections) {
  await caughtUp
  const refused = refusedNow()
  if (refused.length === 0) return
  throw new ConfigError(
    `ACCEPT_READ_MODELS: rebuilt read models differ from the former ones, as the log lines above say: ${refused.join(', ')}. Start the former release, or accept them with ACCEPT_READ_MODELS=${refused.join(',')}`,
  )
}

const onError = (error: unknown) => logFact('error', 'Background work failed', defect(error))

const gatewaySettings = (config: Config) => ({
  config: shopConfigOf(config),
  folders: {
    web: join(import.meta.dirname, '..', '..', 'web', 'dist'),
    pictures: createDemoPictures(config.demoPicturesFolder),
    uploads: config.uploadsFolder,
  },
  publicOrigin: config.publicOrigin,
  corsOrigins: config.corsOrigins,
  trustProxy: config.trustProxy,
  rateLimits: config.rateLimits,
})

const openingLines = (config: Config, url: string) => [
  '',
  `Selvedge is open at ${url}`,
  `  Its data is in ${resolve(config.dataFolder)}`,
  ...(config.payments.simulated ? ['  Test payments: no money moves (PAYPAL_CLIENT_ID is not set)'] : []),
  ...(config.demo ? [] : ['  DEMO=off: a new shop begins empty']),
  ...(isBehindUntrusted(config) ? ['', `  !!! ${BEHIND_UNTRUSTED} !!!`, ''] : []),
  ...(config.rateLimits ? [] : ['', '  !!! RATE_LIMITS=off: requests are not limited. For benchmarks only !!!', '']),
]

if (import.meta.main)
  await runUntilAsked(async () => {
    const given = readConfig()
    // This option lets only programs on this machine reach the shop, such as an operator's command.
    const isOnAnyPort = process.argv.includes('--on-any-port')
    const config = isOnAnyPort ? { ...given, host: '127.0.0.1', port: 0 } : given
    const say = (line: string) => process.stdout.write(`${line}\n`)
    const shop = await startEmbedded(config, { say, web: !process.argv.includes('--without-web'), words: process.argv })
    for (const line of openingLines(config, shop.url)) say(line)
    return shop
  })
