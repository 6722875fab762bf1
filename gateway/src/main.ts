import { createDemoPictures } from '@shop/demo/demo-pictures'
import { readModels } from '@shop/projections/all'
import { ConfigError } from '@shop/server/config'
import type { Phase } from '@shop/server/http/health'
import { isDirect, serve } from '@shop/server/http/serve'
import { slowestOf } from '@shop/server/http/standings-over-http'
import { storesIn } from '@shop/server/open-stores'
import { SIMULATOR_PATH, shopConfigOf } from '@shop/server/payments-config'
import { readRoomConfig } from '@shop/server/room-config'
import { runUntilAsked } from '@shop/server/run-until-asked'
import { openShopClock } from '@shop/server/shop-clock'
import { logFact } from '@shop/stores/logger/logger'
import { ensureWebBuilt } from '@shop/web/build-web'
import { createGateway } from './create-gateway.ts'
import { ANALYSIS, forwardTo } from './forward-to.ts'
import { openTrail } from './trail/create-trail.ts'
import { newestDayIn } from './trail/trail-files.ts'
import { BEHIND_UNTRUSTED, isBehindUntrusted } from './watch-for-proxy.ts'
import { withoutAnalysis } from './without-analysis.ts'

/** Runs the gateway in a separate process in front of the other rooms. */
await runUntilAsked(async () => {
  const config = readRoomConfig({ payments: 'shown' })
  const { payments, rooms } = config
  for (const [variable, origins] of Object.entries({ COMMAND_URL: rooms.commands, QUERY_URL: rooms.queries }))
    if (origins.length === 0)
      throw new ConfigError(`${variable}: set it to the addresses of this room, separated by commas`)
  await using opening = new AsyncDisposableStack()
  const remote = (...to: Parameters<typeof forwardTo>) => opening.adopt(forwardTo(...to), (room) => room.close())
  const [commands, queries] = [remote(rooms.commands), remote(rooms.queries)]
  const analysis = rooms.analysis === undefined ? undefined : remote([rooms.analysis], ANALYSIS)
  const simulator = payments.simulated && payments.baseUrl && remote([new URL(payments.baseUrl).origin])
  const web = await ensureWebBuilt({ say: (line) => process.stdout.write(`${line}\n`) })

  const { trailFolder } = config
  const clock = openShopClock(opening, { confirmedDay: config.clockConfirmed })
  if (trailFolder) clock.compareWith('the newest row of the trail', newestDayIn(trailFolder))
  const trail = trailFolder
    ? opening.adopt(openTrail(trailFolder, clock.now, clock.forgetting), (open) => open.close())
    : undefined

  if (isBehindUntrusted(config)) logFact('warn', BEHIND_UNTRUSTED)
  let phase: Phase = 'starting'
  const state = ({ ready }: typeof commands) => (ready().length > 0 ? 'ok' : 'no instance is ready')
  const gateway = createGateway({
    commands: commands.middleware,
    queries: queries.middleware,
    analysis: analysis?.middleware ?? withoutAnalysis('ANALYSIS_URL is not set'),
    reached: slowestOf(queries),
    readModels,
    trail,
    health: {
      phase: () => phase,
      checks: async () => ({
        needed: { commands: state(commands), queries: state(queries) },
        optional: {
          clock: clock.check(),
          ...commands.complaints(),
          ...queries.complaints(),
          ...analysis?.complaints(),
        },
      }),
    },
    config: shopConfigOf(config),
    folders: { web, pictures: createDemoPictures(config.demoPicturesFolder), uploads: config.uploadsFolder },
    publicOrigin: config.publicOrigin,
    corsOrigins: config.corsOrigins,
    trustProxy: config.trustProxy,
    rateLimits: config.rateLimits,
    counters: await storesIn(opening, config.stores).counters(),
    mounted: simulator ? { [SIMULATOR_PATH]: simulator.middleware } : {},
  })
  const serving = await serve(gateway, config, { direct: isDirect(config) })
  await Promise.all([commands.known, queries.known])
  phase = 'ready'

  const opened = opening.move()
  return {
    async close(graceMs: number) {
      phase = 'stopping'
      await serving.stop(graceMs)
      await opened.disposeAsync()
    },
  }
})
