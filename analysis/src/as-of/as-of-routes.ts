import Router from '@koa/router'
import { type BooksAsOf, BooksQuery } from '@shop/language/api/analysis'
import { ThingQuery, ThingsQuery } from '@shop/language/api/things'
import { analystOf } from '@shop/server/http/authenticate'
import { linkNext } from '@shop/server/http/link-next'
import { parseQuery } from '@shop/server/http/parse'
import type { createThingsAsOf } from './things.ts'

type Parts = Readonly<{
  books: (query: BooksQuery) => Promise<BooksAsOf>
  things: ReturnType<typeof createThingsAsOf>
}>

/** What the shop showed, as of any event or moment. */
export function asOfRoutes({ books, things }: Parts): Router {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/analysis/dashboard', async (ctx) => {
    analystOf(ctx)
    ctx.body = await books(parseQuery(BooksQuery, ctx))
  })

  router.get('/analysis/things/:kind', async (ctx) => {
    analystOf(ctx)
    const { page, next } = await things.list(ctx.params.kind ?? '', parseQuery(ThingsQuery, ctx))
    linkNext(ctx, next)
    ctx.body = page
  })

  router.get('/analysis/things/:kind/:id', async (ctx) => {
    analystOf(ctx)
    const { kind = '', id = '' } = ctx.params
    ctx.body = await things.find(kind, id, parseQuery(ThingQuery, ctx).asOf)
  })

  return router
}
