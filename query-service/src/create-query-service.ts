import Router from '@koa/router'
import { checkoutStream } from '@shop/language/checkout/events'
import { orderStream } from '@shop/language/order/events'
import { answerErrors } from '@shop/server/http/answer-errors'
import { analystOf, authenticate } from '@shop/server/http/authenticate'
import { routesByFirstWord } from '@shop/server/http/routes-by-first-word'
import { watchAccounts } from '@shop/server/http/watch-accounts'
import type { Counters } from '@shop/stores/counters/counters'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { FollowedStandings } from '@shop/stores/read-store/standings'
import type { Middleware } from 'koa'
import { accountChangesIn } from './account-changes.ts'
import { addressRoutes } from './address-routes.ts'
import { type Answering, checkReadModels } from './answering.ts'
import { boardRoutes } from './board-routes.ts'
import { cartRoutes } from './cart-routes.ts'
import { caseRoutes } from './case-routes.ts'
import type { Catalog } from './catalog/catalog.ts'
import { consistencyRoutes } from './consistency-routes.ts'
import { customerRoutes } from './customer-routes.ts'
import { dashboardRoutes, orderCountRoutes } from './dashboard/dashboard-routes.ts'
import { deletedRoutes } from './deleted-routes.ts'
import eventCatalog from './event-catalog.json' with { type: 'json' }
import { exportRoutes } from './export-routes.ts'
import { caseHistoryRoutes, orderHistoryRoutes, productHistoryRoutes } from './history-routes.ts'
import { holdRoutes } from './hold-routes.ts'
import { watchChanges } from './live/live-changes.ts'
import { liveRoutes } from './live/live-routes.ts'
import { orderRoutes } from './order-routes.ts'
import { productRoutes } from './product-routes.ts'
import { questionMailRoutes } from './question-mail-routes.ts'
import { questionRoutes } from './question-routes.ts'
import { readModelRoutes } from './read-model-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { stockRoutes } from './stock-routes.ts'
import { userRoutes } from './user-routes.ts'

export type QueryServiceParts = Parameters<typeof authenticate>[0] &
  Readonly<{
    readStore: ReadStore
    catalog: Catalog
    followed: FollowedStandings
    /** Used only for histories, ledgers, the customers of orders without a document, and the progress of read models. */
    log: EventReader
    counters: Counters
    now?: () => Date
  }>

export function createQueryService({
  readStore,
  catalog,
  followed,
  log,
  counters,
  now = () => new Date(),
  ...accounts
}: QueryServiceParts): Middleware {
  // `watchChanges` must come after the catalog, so that the catalog has a change before listeners get it.
  const changes = watchChanges(readStore, { customerOf: (orderId) => customerOfOrder(log, orderId) })
  const router = new Router({ strict: true, sensitive: true })
  const answering: readonly Answering[] = [
    productRoutes(catalog, counters),
    cartRoutes(readStore, catalog, counters),
    orderRoutes(readStore),
    caseRoutes(readStore),
    holdRoutes(readStore),
    userRoutes(readStore),
    customerRoutes(readStore),
    sessionRoutes(readStore, now),
    addressRoutes(readStore),
    exportRoutes(readStore, catalog, { counters, now }),
    dashboardRoutes(readStore, catalog, now),
    orderCountRoutes(readStore),
    orderHistoryRoutes(readStore, log),
    caseHistoryRoutes(readStore, log),
    productHistoryRoutes(readStore, log),
    stockRoutes(readStore, log),
    deletedRoutes(readStore),
    questionRoutes(readStore),
    boardRoutes(readStore),
    questionMailRoutes(readStore),
    eventCatalogRoutes(),
    readModelRoutes(followed, readStore, log),
    consistencyRoutes(followed, log),
    liveRoutes(changes, { ...accounts, onAccountChange: watchAccounts(accountChangesIn(readStore)) }),
  ]
  for (const [routes] of answering) router.use(routes.routes())

  const errors = answerErrors()
  const caller = authenticate(accounts)
  const check = checkReadModels(followed, answering)
  const answer = routesByFirstWord(router)
  return (ctx, next) => errors(ctx, () => caller(ctx, () => check(ctx, () => answer(ctx, next))))
}

/**
 * The customer is read from the order's first event, because a deleted order has no document. For a refused payment there is no order, only
 * the checkout.
 */
async function customerOfOrder(log: EventReader, orderId: string): Promise<string | undefined> {
  for (const stream of [orderStream(orderId), checkoutStream(orderId)])
    for await (const { data } of log.readStream(stream)) return (data as { customerId: string }).customerId
  return undefined
}

/** A test checks that the file `eventCatalog` matches the code. */
function eventCatalogRoutes(): Answering {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/analysis/catalogue', (ctx) => {
    analystOf(ctx)
    ctx.body = eventCatalog
  })

  return [router, []]
}
