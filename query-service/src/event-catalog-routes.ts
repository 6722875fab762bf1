import Router from '@koa/router'
import { analystOf } from '@shop/server/http/authenticate'
import catalog from './event-catalog.json' with { type: 'json' }

/** Answers with the list of events that the shop can write, from a file. A test checks that the file matches the code. */
export function eventCatalogRoutes(): Router {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/analysis/catalogue', (ctx) => {
    analystOf(ctx)
    ctx.body = catalog
  })

  return router
}
