import Router from '@koa/router'
import { analystOf } from '@shop/server/http/authenticate'
import catalogue from './event-catalogue.json' with { type: 'json' }

/** Answers with the list of events that the shop can write, from a file. A test checks that the file matches the code. */
export function eventCatalogueRoutes(): Router {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/analysis/catalogue', (ctx) => {
    analystOf(ctx)
    ctx.body = catalogue
  })

  return router
}
