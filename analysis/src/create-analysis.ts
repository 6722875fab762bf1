import Router from '@koa/router'
import { answerErrors } from '@shop/server/http/answer-errors'
import { authenticate } from '@shop/server/http/authenticate'
import { routesByFirstWord } from '@shop/server/http/routes-by-first-word'
import type { Middleware } from 'koa'

export type AnalysisParts = Parameters<typeof authenticate>[0] & Readonly<{ routes: readonly Router[] }>

export function createAnalysis({ routes, ...accounts }: AnalysisParts): Middleware {
  const router = new Router({ strict: true, sensitive: true })
  for (const some of routes) router.use(some.routes())

  const errors = answerErrors()
  const caller = authenticate(accounts)
  const answer = routesByFirstWord(router)
  return (ctx, next) => errors(ctx, () => caller(ctx, () => answer(ctx, next)))
}
