import type { Config } from '@shop/server/config'
import { writableFolder } from '@shop/server/data-folder'
import { openMailer } from '@shop/server/open-adapters'
import { storesIn } from '@shop/server/open-stores'
import type { ShopClock } from '@shop/server/shop-clock'
import { keptTokenSecret } from '@shop/server/token-secret'
import { watchChain } from '@shop/server/watch-chain'
import { watchWrites } from '@shop/server/watch-writes'
import { createShopLog } from '@shop/stores/event-store/shop-log'

export type OpenStores = Awaited<ReturnType<typeof openStores>>

/** All stores of the configuration, closed with `opening`, and the secret that signs tokens. Throws what an operator has to mend. */
export async function openStores(opening: AsyncDisposableStack, config: Config, clock: ShopClock) {
  const folder = writableFolder(config.dataFolder)
  const stores = storesIn(opening, config.stores)
  const events = await stores.events()
  clock.compareWith('the newest event', await events.newestAt())
  const keys = await stores.keys()
  const readStore = await stores.readModels()
  const jobs = await stores.jobs(clock.now)
  const snapshots = await stores.snapshots()
  const counters = await stores.counters()
  const turns = await stores.turns()
  const mailer = await openMailer(config.mail.address, config.mail.from, clock)
  opening.defer(() => mailer.close())
  const writes = watchWrites(createShopLog(events, keys), folder)
  const { log, watch: watchTheChain, check: chain } = watchChain(writes.log)
  const checks = { writes: writes.check, chain, clock: clock.check }
  const tokenSecret = config.tokenSecret ?? keptTokenSecret(folder)
  const opened = { log, keys, readStore, jobs, snapshots, counters, turns, mailer }
  return { ...opened, clock, folder, tokenSecret, checks, watchTheChain }
}
