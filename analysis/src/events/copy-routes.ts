import Router from '@koa/router'
import { AnalysisEventQuery, HistogramQuery, LogCheckBody } from '@shop/language/analysis/api'
import { analystOf } from '@shop/server/http/authenticate'
import { parse, parseQuery } from '@shop/server/http/parse'
import { jsonBody } from '@shop/server/http/request-body'
import type { LogCheck } from '../copy/log-check.ts'
import type { Copy } from '../copy/open-copy.ts'
import { fewAtOnce } from '../few-at-once.ts'
import { READS_AT_ONCE } from '../limits.ts'
import { createHistogram } from '../timeline/histogram.ts'
import { listEvents } from './list-events.ts'

export function copyRoutes(
  copy: Pick<Copy, 'status' | 'damages' | 'view' | 'reading'>,
  logCheck: Readonly<{
    last: () => LogCheck | undefined
    since: () => string | undefined
    secondsToNext: () => number
    renew: (event?: number) => Promise<string>
  }>,
): Router {
  const router = new Router({ strict: true, sensitive: true })
  const histogram = createHistogram(copy)
  const few = fewAtOnce(READS_AT_ONCE)

  router.get('/analysis/status', async (ctx) => {
    analystOf(ctx)
    const last = logCheck.last()
    const since = logCheck.since()
    const damages = copy.damages()
    ctx.body = {
      ...(await copy.status()),
      ...(last && { verified: verifiedOf(last) }),
      ...(since !== undefined && { verifying: { since } }),
      secondsToNextCheck: logCheck.secondsToNext(),
      ...(damages && { damages }),
    }
  })

  router.post('/analysis/log-check', jsonBody(), async (ctx) => {
    analystOf(ctx)
    const { event } = parse(LogCheckBody, ctx.request.body)
    ctx.body = { since: await logCheck.renew(event) }
  })

  router.get('/analysis/events', few, async (ctx) => {
    analystOf(ctx)
    const query = parseQuery(AnalysisEventQuery, ctx)
    using view = copy.view()
    ctx.body = await copy.reading((connection) => listEvents(connection, view, query))
  })

  router.get('/analysis/histogram', few, async (ctx) => {
    analystOf(ctx)
    ctx.body = await histogram(parseQuery(HistogramQuery, ctx))
  })

  return router
}

const verifiedOf = ({ log, at, events, hash, differs, heads }: LogCheck) => ({ log, at, events, hash, differs, heads })
