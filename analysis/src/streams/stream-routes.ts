import Router from '@koa/router'
import { StreamQuery } from '@shop/language/analysis/streams'
import { Id } from '@shop/language/values/text'
import { analystOf } from '@shop/server/http/authenticate'
import { parse, parseQuery } from '@shop/server/http/parse'
import { fewAtOnce } from '../few-at-once.ts'
import type { createStreams } from './streams.ts'

const MOST_AT_ONCE = 16

/** The route that returns a stream by its name. */
export function streamRoutes(streams: ReturnType<typeof createStreams>): Router {
  const router = new Router({ strict: true, sensitive: true })
  router.use(fewAtOnce(MOST_AT_ONCE))

  router.get('/analysis/streams/:name', async (ctx) => {
    analystOf(ctx)
    ctx.body = await streams.find(parse(Id, ctx.params.name), parseQuery(StreamQuery, ctx))
  })

  return router
}
