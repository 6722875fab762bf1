import Router from '@koa/router'
import { ReducerBody } from '@shop/language/analysis/reducers'
import { RunBody } from '@shop/language/analysis/runs'
import { Id } from '@shop/language/values/text'
import { analystOf } from '@shop/server/http/authenticate'
import { jsonBody } from '@shop/server/http/json-body'
import { parse } from '@shop/server/http/parse'
import { writeIdOf } from '@shop/server/http/request-metadata'
import type { Runs } from './runs.ts'

/** A request waits this long for the answer. Most answers take less time and so need no second request. */
const WAIT_MS = 1_000

/** Routes that start, return and cancel runs. A run answers a question in SQL, or folds events by a rule. */
export function runRoutes(runs: Runs): Router {
  const router = new Router({ strict: true, sensitive: true })

  const starts = (path: string, body: typeof RunBody | typeof ReducerBody) =>
    router.post(path, jsonBody(), async (ctx) => {
      const { id: callerId } = analystOf(ctx)
      const task = parse(body, ctx.request.body)
      const id = writeIdOf(ctx)
      runs.start(callerId, id, task)
      ctx.body = await runs.find(callerId, id, WAIT_MS)
      ctx.status = 201
    })
  starts('/analysis/runs', RunBody)
  starts('/analysis/reducers', ReducerBody)

  router.get('/analysis/runs/:id', async (ctx) => {
    ctx.body = await runs.find(analystOf(ctx).id, parse(Id, ctx.params.id), WAIT_MS)
  })

  router.delete('/analysis/runs/:id', async (ctx) => {
    ctx.body = await runs.cancel(analystOf(ctx).id, parse(Id, ctx.params.id))
  })

  return router
}
