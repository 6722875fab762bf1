import Router from '@koa/router'
import { Id } from '@shop/language/values/text'
import { analystOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { fewAtOnce } from '../few-at-once.ts'
import { BUG_REPORTS_AT_ONCE } from '../limits.ts'
import type { createBugReports } from './bug-reports.ts'

/** The route that returns a test file made from a stream. */
export function bugReportRoutes(bugReport: ReturnType<typeof createBugReports>): Router {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/analysis/streams/:name/test', fewAtOnce(BUG_REPORTS_AT_ONCE), async (ctx) => {
    analystOf(ctx)
    ctx.body = await bugReport(parse(Id, ctx.params.name))
  })

  return router
}
