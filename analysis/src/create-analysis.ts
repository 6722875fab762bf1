import Router from '@koa/router'
import { answerErrors } from '@shop/server/http/answer-errors'
import { authenticate } from '@shop/server/http/authenticate'
import type { Middleware } from 'koa'
import { runRoutes } from './runs/run-routes.ts'
import type { Runs } from './runs/runs.ts'

export type AnalysisParts = Parameters<typeof authenticate>[0] & Readonly<{ runs: Runs }>

/** The room that answers analysts and admins, as one Koa middleware. */
export function createAnalysis({ runs, ...accounts }: AnalysisParts): Middleware {
  const router = new Router({ strict: true, sensitive: true })
  router.use(runRoutes(runs).routes())

  const errors = answerErrors()
  const caller = authenticate(accounts)
  const answer = router.routes() as Middleware
  return (ctx, next) => errors(ctx, () => caller(ctx, () => answer(ctx, next)))
}
