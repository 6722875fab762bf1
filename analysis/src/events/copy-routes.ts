import Router from '@koa/router'
import { AnalysisEventQuery } from '@shop/language/api/analysis'
import { analystOf } from '@shop/server/http/authenticate'
import { parseQuery } from '@shop/server/http/parse'
import type { Copy } from '../copy/open-copy.ts'
import { listEvents } from './list-events.ts'

/** How far the copy is, and its events, newest first. */
export function copyRoutes(copy: Pick<Copy, 'status' | 'view' | 'reading'>): Router {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/analysis/status', async (ctx) => {
    analystOf(ctx)
    ctx.body = await copy.status()
  })

  router.get('/analysis/events', async (ctx) => {
    analystOf(ctx)
    const query = parseQuery(AnalysisEventQuery, ctx)
    using view = copy.view()
    ctx.body = await copy.reading((connection) => listEvents(connection, view, query))
  })

  return router
}
