import { checkLogAndReadModels, watchLogAndReadModels } from '@shop/server/http/health'
import { serveRoom } from '@shop/server/http/serve-room'
import { watchRefused } from '@shop/server/http/watch-refused'
import { storesIn } from '@shop/server/open-stores'
import { acceptedIn, requireOwnLog } from '@shop/server/own-log/own-log'
import { readRoomConfig } from '@shop/server/room-config'
import { runUntilAsked } from '@shop/server/run-until-asked'
import { openShopClock, watchSlowClock } from '@shop/server/shop-clock'
import { createShopLog } from '@shop/stores/event-store/shop-log'
import { defect, logFact } from '@shop/stores/logger/logger'
import { followStandings } from '@shop/stores/read-store/standings'
import { notWaitedFor, projections, waitedFor } from './all.ts'
import { processes } from './processes/all.ts'
import { runProcesses } from './run-process-manager.ts'
import { runProjections } from './run-projections.ts'
import { runSweeps } from './sweeps/all.ts'
import { watchLog } from './watch-log.ts'

/** Runs projections, process managers and the sweeps in a separate process. Only the sweeps run in several such processes at once. */
await runUntilAsked(async () => {
  const config = readRoomConfig({ stores: ['events', 'keys', 'readModels', 'jobs'] })
  return serveRoom(config, async (opening) => {
    const clock = openShopClock(opening, { confirmedDay: config.clockConfirmed })
    await requireOwnLog(config.stores, ['keys', 'readModels', 'jobs'], acceptedIn(process.argv, config.firstStart))
    const stores = storesIn(opening, config.stores)
    const [store, keys] = [await stores.events(), await stores.keys()]
    const [readStore, jobs] = [await stores.readModels(), await stores.jobs(clock.now)]
    clock.compareWith('the newest event', await store.newestAt())
    watchSlowClock(opening, clock, () => store.newestAt())
    const log = createShopLog(store, keys)

    const stop = new AbortController()
    const shown = runProjections(projections, log, readStore, stop.signal, { accepted: config.acceptedReadModels })
    const watched = watchLog(store, readStore, stop.signal)
    const onError = (error: unknown) => logFact('error', 'A process manager or a sweep failed', defect(error))
    const asking = runProcesses(processes, log, jobs, stop.signal, { onError, now: clock.now })
    const sweeping = runSweeps(readStore, jobs, stop.signal, { onError, clock })
    opening.defer(async () => {
      stop.abort()
      await Promise.all([shown.done, asking, sweeping, watched.done])
    })
    const looked = watchLogAndReadModels(log.head, followStandings(readStore, waitedFor, notWaitedFor), stop.signal)
    const rebuilt = watchRefused(readStore, stop.signal)
    return { checks: checkLogAndReadModels(looked, { chain: watched.check, clock: clock.check, rebuilt }) }
  })
})
