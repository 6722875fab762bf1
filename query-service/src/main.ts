import { awaited } from '@shop/projections/all'
import { backedByLog } from '@shop/projections/backed-by-log'
import { serveRoom } from '@shop/server/http/serve-room'
import { createTokens } from '@shop/server/http/tokens'
import { storesIn } from '@shop/server/open-stores'
import { readRoomConfig } from '@shop/server/room-config'
import { runUntilAsked } from '@shop/server/run-until-asked'
import { createShopLog } from '@shop/stores/event-store/shop-log'
import { followPosition } from '@shop/stores/read-store/follow-position'
import { createCallers } from './callers.ts'
import { createInMemoryCatalogue } from './catalogue/in-memory/in-memory-catalogue.ts'
import { createQueryService } from './create-query-service.ts'
import { reachedRoute } from './reached-route.ts'

/** The answering room as a process of its own; any number stand side by side. */
await runUntilAsked(async () => {
  const config = readRoomConfig({ stores: ['events', 'keys', 'readModels'], tokenSecret: true })
  return serveRoom(config, async (opening) => {
    const stores = storesIn(opening, config.stores)
    const [store, keys, readStore] = [await stores.events(), await stores.keys(), await stores.readModels()]
    const log = createShopLog(store, keys)
    const { verify } = createTokens(config.tokenSecret ?? '')
    const accountOf = createCallers(log, readStore)
    const catalogue = createInMemoryCatalogue(readStore)
    const queries = createQueryService({
      readStore: backedByLog(readStore, log),
      catalogue,
      log,
      verify,
      accountOf,
      rateLimits: config.rateLimits,
    })

    // Last, so that what is kept in memory is current when it says so.
    const followed = followPosition(readStore, awaited)
    const reached = reachedRoute(followed)
    const readModels = () => (followed.now() === undefined ? 'not built yet' : 'ok')
    const inMemory = () => (catalogue.isLoaded() ? 'ok' : 'being read')
    return {
      middleware: (ctx, next) => reached(ctx, () => queries(ctx, next)),
      checks: async () => ({ readModels: readModels(), catalogue: inMemory() }),
    }
  })
})
