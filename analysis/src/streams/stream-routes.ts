import Router from '@koa/router'
import { accountStream } from '@shop/language/account/events'
import { StreamQuery } from '@shop/language/analysis/streams'
import { Id } from '@shop/language/values/text'
import { adminOf, analystOf } from '@shop/server/http/authenticate'
import { parse, parseQuery } from '@shop/server/http/parse'
import { fewAtOnce } from '../few-at-once.ts'
import { READS_AT_ONCE } from '../limits.ts'
import type { Pseudonym } from '../pseudonyms/pseudonyms.ts'
import type { createOrderLives } from './order-life.ts'
import type { createStreams } from './streams.ts'

type Parts = Readonly<{
  streams: ReturnType<typeof createStreams>
  lifeOf: ReturnType<typeof createOrderLives>
  pseudonym: Pseudonym
}>

export function streamRoutes({ streams, lifeOf, pseudonym }: Parts): Router {
  const router = new Router({ strict: true, sensitive: true })
  router.use(fewAtOnce(READS_AT_ONCE))

  router.get('/analysis/streams/:name', async (ctx) => {
    analystOf(ctx)
    ctx.body = await streams.find(parse(Id, ctx.params.name), parseQuery(StreamQuery, ctx))
  })

  router.get('/analysis/orders/:id/life', async (ctx) => {
    analystOf(ctx)
    ctx.body = await lifeOf(parse(Id, ctx.params.id))
  })

  // Only admins may know the people behind pseudonyms.
  router.get('/analysis/people/:id', async (ctx) => {
    adminOf(ctx)
    const person = pseudonym(parse(Id, ctx.params.id))
    await streams.find(accountStream(person), {})
    ctx.body = { pseudonym: person }
  })

  return router
}
