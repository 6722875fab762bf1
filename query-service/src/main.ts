import { notWaitedFor, waitedFor } from '@shop/projections/all'
import { backedByLog } from '@shop/projections/backed-by-log'
import { createCallers } from '@shop/server/http/callers'
import { watchLogAndReadModels } from '@shop/server/http/health'
import { createKeptAnswers } from '@shop/server/http/kept-answers'
import { knownAnswers, publicAnswers } from '@shop/server/http/public-answers'
import { serveRoom } from '@shop/server/http/serve-room'
import { standingsRoute } from '@shop/server/http/standings-over-http'
import { createTokens } from '@shop/server/http/tokens'
import { watchRefused } from '@shop/server/http/watch-refused'
import { storesIn } from '@shop/server/open-stores'
import { acceptedIn, requireOwnLog } from '@shop/server/own-log/own-log'
import { readRoomConfig } from '@shop/server/room-config'
import { runUntilAsked } from '@shop/server/run-until-asked'
import { createShopLog } from '@shop/stores/event-store/shop-log'
import { followStandings } from '@shop/stores/read-store/standings'
import { accountChangesIn } from './account-changes.ts'
import { createInMemoryCatalog } from './catalog/in-memory/in-memory-catalog.ts'
import { createQueryService } from './create-query-service.ts'

/** Any number of these processes can run for a shop. */
await runUntilAsked(async () => {
  const config = readRoomConfig({ stores: ['events', 'keys', 'readModels'], tokenSecret: true })
  return serveRoom(config, async (opening) => {
    await requireOwnLog(config.stores, ['keys', 'readModels'], acceptedIn(process.argv, config.firstStart))
    const stores = storesIn(opening, config.stores)
    const [store, keys, readStore] = [await stores.events(), await stores.keys(), await stores.readModels()]
    const log = createShopLog(store, keys)
    const { verify } = createTokens(config.tokenSecret ?? '')
    const callerBy = createCallers(log, accountChangesIn(readStore))
    const catalog = createInMemoryCatalog(readStore)
    // `followStandings` must come after the catalog, so that the catalog has reached every position that the standings show.
    const followed = followStandings(readStore, waitedFor, notWaitedFor)
    const queries = createQueryService({
      readStore: backedByLog(readStore, log, followed),
      catalog,
      followed,
      log,
      verify,
      callerBy,
      counters: await stores.counters(),
    })

    const standings = standingsRoute(followed)
    const kept = createKeptAnswers(catalog.revision)
    const [tagged, known] = [publicAnswers(kept), knownAnswers(kept)]
    const stop = new AbortController()
    opening.defer(() => stop.abort())
    const looked = watchLogAndReadModels(log.head, followed, stop.signal)
    const rebuilt = watchRefused(readStore, stop.signal)
    return {
      middleware: (ctx, next) => standings(ctx, () => tagged(ctx, () => known(ctx, () => queries(ctx, next)))),
      checks: async () => {
        const { needed, optional } = looked.readModels()
        // The log is optional: without it, the query-service still shows the read models.
        return {
          needed: { catalog: catalog.isLoaded() ? 'ok' : 'being read', ...needed },
          optional: { log: looked.log(), rebuilt: rebuilt(), ...optional },
        }
      },
    }
  })
})
