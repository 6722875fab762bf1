import Router from '@koa/router'
import { answerErrors } from '@shop/server/http/answer-errors'
import { authenticate } from '@shop/server/http/authenticate'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { Middleware } from 'koa'
import { cartRoutes } from './cart-routes.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import { createInMemoryCatalogue } from './catalogue/in-memory/in-memory-catalogue.ts'
import { dashboardRoutes } from './dashboard-routes.ts'
import { historyRoutes } from './history-routes.ts'
import { watchChanges } from './live/live-changes.ts'
import { liveRoutes } from './live/live-routes.ts'
import { customerOfOrder } from './live/order-customer.ts'
import { orderRoutes } from './order-routes.ts'
import { productRoutes } from './product-routes.ts'
import { userRoutes } from './user-routes.ts'

export type QueryServiceParts = Parameters<typeof authenticate>[0] &
  Readonly<{
    readStore: ReadStore
    /** Given by whoever has to know whether it is loaded. */
    catalogue?: Catalogue
    /** For what is gone or past: everything else is in the documents. */
    log: EventReader
    /** Off for benchmarks only. */
    rateLimits: boolean
    now?: () => Date
  }>

/** The room that answers questions, as one Koa middleware. */
export function createQueryService({
  readStore,
  catalogue = createInMemoryCatalogue(readStore),
  log,
  rateLimits,
  now = () => new Date(),
  ...accounts
}: QueryServiceParts): Middleware {
  // After the catalogue, which by then shows what is told.
  const changes = watchChanges(readStore, { customerOf: (orderId) => customerOfOrder(log, orderId) })
  const router = new Router({ strict: true, sensitive: true })
  for (const routes of [
    productRoutes(catalogue),
    cartRoutes(readStore, catalogue, rateLimits),
    orderRoutes(readStore),
    userRoutes(readStore),
    dashboardRoutes(readStore, catalogue, now),
    historyRoutes(readStore, log),
    liveRoutes(changes, accounts),
  ])
    router.use(routes.routes())

  const errors = answerErrors()
  const caller = authenticate(accounts)
  const answer = router.routes() as Middleware
  return (ctx, next) => errors(ctx, () => caller(ctx, () => answer(ctx, next)))
}
