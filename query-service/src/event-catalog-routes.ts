import Router from '@koa/router'
import { analystOf } from '@shop/server/http/authenticate'
import type { Answering } from './answering.ts'
import catalog from './event-catalog.json' with { type: 'json' }

/** The events that the shop can write. The list is a file, and a test checks that it matches the code. */
export function eventCatalogRoutes(): Answering {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/analysis/catalogue', (ctx) => {
    analystOf(ctx)
    ctx.body = catalog
  })

  return [router, []]
}
