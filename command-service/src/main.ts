import { demoCatalog } from '@shop/demo/demo-catalog'
import { readModels } from '@shop/projections/all'
import { ConfigError } from '@shop/server/config'
import { serveRoom } from '@shop/server/http/serve-room'
import { watchAnswers } from '@shop/server/http/watch-answers'
import { openMailer } from '@shop/server/open-adapters'
import { storesIn } from '@shop/server/open-stores'
import { uploadsIn } from '@shop/server/own-log/other-witnesses'
import { acceptedIn, KEYS_COUNTED, requireOwnLog } from '@shop/server/own-log/own-log'
import { watchNewest } from '@shop/server/own-log/watch-newest'
import { simulatorCredentials } from '@shop/server/payments-config'
import { readRoomConfig } from '@shop/server/room-config'
import { runUntilAsked } from '@shop/server/run-until-asked'
import { openShopClock, watchSlowClock } from '@shop/server/shop-clock'
import { watchChain } from '@shop/server/watch-chain'
import { createShopLog } from '@shop/stores/event-store/shop-log'
import { logFact } from '@shop/stores/logger/logger'
import { startBackgroundWork } from './background-work.ts'
import { createCommandService } from './create-command-service.ts'
import { firstStart } from './first-start.ts'
import { watchKeys } from './lost-keys/watch-keys.ts'
import { makeParts } from './make-parts.ts'
import { openPaypal } from './payment/paypal.ts'
import { checkPaypalWebhooks } from './payment/paypal-webhooks.ts'
import { createWebhookCheck } from './payment/verify-webhook.ts'
import { simulatorTrust } from './payment/webhook-trust.ts'
import { createAskAnalysis } from './question/ask-analysis.ts'
import { recordStart } from './start/record-start.ts'
import { requireSamePartners } from './start/require-same-partners.ts'

/** The shop's address if none is set: the gateway's default port. */
const GATEWAY_HERE = 'http://localhost:3000'

/** Any number of command-service processes may run at the same time. */
await runUntilAsked(async () => {
  const config = readRoomConfig({ stores: ['events', 'keys', 'jobs'], tokenSecret: true, payments: 'taken' })
  const tokenSecret = config.tokenSecret ?? ''
  const account = accountAtPaypal(config.payments, tokenSecret)
  const payments = openPaypal(account)
  return serveRoom(config, async (opening) => {
    const clock = openShopClock(opening, { confirmedDay: config.clockConfirmed })
    const stores = storesIn(opening, config.stores)
    const used = ['keys', 'jobs', ...(isOnServer(config.stores.snapshots) ? (['snapshots'] as const) : [])] as const
    const accepted = acceptedIn(process.argv, config.firstStart)
    const own = await requireOwnLog(config.stores, used, accepted, [uploadsIn(config.uploadsFolder)])
    const [store, keys, jobs] = [await stores.events(), await stores.keys(), await stores.jobs(clock.now)]
    clock.compareWith('the newest event', await store.newestAt())
    watchSlowClock(opening, clock, () => store.newestAt())
    await requireSamePartners(store, config, process.argv)
    await own.belong(store, keys)
    if (own.counted) logFact('info', KEYS_COUNTED, { keys: own.counted })
    const [counters, turns] = [await stores.counters(), await stores.turns()]
    // Only one process may use a file of snapshots. If the snapshots are not on a server, long streams are read from the log.
    const snapshots = isOnServer(config.stores.snapshots) ? await stores.snapshots() : undefined
    const newest = watchNewest(createShopLog(store, keys), keys)
    opening.defer(() => newest.note())
    const { log } = newest
    const chain = watchChain(log)
    const mailer = await openMailer(config.mail.address, config.mail.from, clock)
    opening.defer(() => mailer.close())
    const checkWebhook = config.payments.simulated
      ? createWebhookCheck(simulatorTrust(account))
      : checkPaypalWebhooks(config.payments, counters)
    const askAnalysis = createAskAnalysis(() => config.rooms.analysis)
    const outside = { payments, checkWebhook, mailer, ourUrl: GATEWAY_HERE, askAnalysis }
    const given = { log, snapshots, keys, counters, turns, tokenSecret, clock, ...outside }
    const parts = await makeParts({ ...given, now: () => new Date(clock.now()) }, config)
    const { middleware, handleQueued } = createCommandService(parts)
    const keyWatch = watchKeys(parts)

    const catalog = config.demo ? await demoCatalog() : []
    const say = (line: string) => process.stdout.write(`${line}\n`)
    await firstStart(parts, { admin: config.admin, catalog, say })
    await recordStart(parts, config, 'several', readModels)
    opening.defer(startBackgroundWork(handleQueued, jobs, config.uploadsFolder, clock.forgetting))
    const checking = new AbortController()
    const watched = [chain.watch, newest.watch, keyWatch.watch].map((one) => one(checking.signal))
    opening.defer(async () => {
      checking.abort()
      await Promise.all(watched)
    })

    const answering = (ask: () => Promise<unknown>) => watchAnswers(ask, checking.signal)
    const [logAnswers, keysAnswer] = [answering(log.head), answering(keys.belonging)]
    // A lease is a write, so a full Redis refuses it.
    const jobsAnswer = answering(async () => (await jobs.lease('readyz'))?.release())
    const checkKeys = () => (keysAnswer() === 'ok' ? keyWatch.check() : keysAnswer())
    return {
      middleware,
      checks: async () => ({
        needed: { log: logAnswers() },
        optional: { chain: chain.check(), clock: clock.check(), keys: checkKeys(), jobs: jobsAnswer() },
      }),
    }
  })
})

function isOnServer(address: string) {
  return !address.startsWith('sqlite:')
}

type Payments = ReturnType<typeof readRoomConfig>['payments']

function accountAtPaypal(payments: Payments, tokenSecret: string) {
  if (!payments.simulated) return payments
  if (!payments.baseUrl)
    throw new ConfigError('Set PAYPAL_BASE_URL to the address of the paypal-simulator, or set PAYPAL_CLIENT_ID')
  return { ...simulatorCredentials(tokenSecret), baseUrl: payments.baseUrl }
}
