import { requireSamePartners } from '@shop/command-service/start/require-same-partners'
import type { Config } from '@shop/server/config'
import { writableFolder } from '@shop/server/data-folder'
import { openMailer } from '@shop/server/open-adapters'
import { checkedStores } from '@shop/server/open-read-only'
import { storesIn } from '@shop/server/open-stores'
import { erasedElsewhere } from '@shop/server/own-log/erased-elsewhere'
import { otherWitnesses, uploadsIn } from '@shop/server/own-log/other-witnesses'
import { acceptedIn, KEYS_COUNTED, requireOwnLog } from '@shop/server/own-log/own-log'
import { watchNewest } from '@shop/server/own-log/watch-newest'
import type { ShopClock } from '@shop/server/shop-clock'
import { keptTokenSecret } from '@shop/server/token-secret'
import { watchChain } from '@shop/server/watch-chain'
import { watchWrites } from '@shop/server/watch-writes'
import { createShopLog } from '@shop/stores/event-store/shop-log'
import { logFact } from '@shop/stores/logger/logger'

export type OpenStores = Awaited<ReturnType<typeof openStores>>

/** Disposing `opening` closes the stores. Throws an error if the operator must fix something first. */
export async function openStores(
  opening: AsyncDisposableStack,
  config: Config,
  clock: ShopClock,
  words: readonly string[] = [],
) {
  const folder = writableFolder(config.dataFolder)
  const accepted = acceptedIn(words, config.firstStart)
  const own = await requireOwnLog(config.stores, checkedStores, accepted, witnessesOf(config), erasedElsewhere(folder))
  const stores = storesIn(opening, config.stores)
  const events = await stores.events()
  clock.compareWith('the newest event', await events.newestAt())
  await requireSamePartners(events, config, words)
  const keys = await stores.keys()
  await own.belong(events, keys)
  if (own.counted) logFact('info', KEYS_COUNTED, { keys: own.counted })
  const readStore = await stores.readModels()
  const jobs = await stores.jobs(clock.now)
  const snapshots = await stores.snapshots()
  const counters = await stores.counters()
  const turns = await stores.turns()
  const mailer = await openMailer(config.mail.address, config.mail.from, clock)
  opening.defer(() => mailer.close())
  const newest = watchNewest(createShopLog(events, keys), keys)
  opening.defer(() => newest.note())
  const { log, check: writes } = watchWrites(newest.log, folder)
  const chain = watchChain(log)
  const checks = { writes, chain: chain.check, clock: clock.check }
  const watchLog = (signal: AbortSignal) => Promise.all([chain.watch(signal), newest.watch(signal)])
  const tokenSecret = config.tokenSecret ?? keptTokenSecret(folder)
  const opened = { log, keys, readStore, jobs, snapshots, counters, turns, mailer }
  return { ...opened, clock, folder, tokenSecret, checks, watchLog }
}

/** Files outside the stores which show that the shop had a log before. For a log on a server, only the uploads show this. */
const witnessesOf = ({ stores, dataFolder, uploadsFolder }: Config) =>
  stores.events.startsWith('sqlite:') ? otherWitnesses(dataFolder, uploadsFolder) : [uploadsIn(uploadsFolder)]
