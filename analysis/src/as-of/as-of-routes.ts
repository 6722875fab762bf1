import Router from '@koa/router'
import { type BooksAsOf, BooksQuery } from '@shop/language/api/analysis'
import { analystOf } from '@shop/server/http/authenticate'
import { parseQuery } from '@shop/server/http/parse'

/** What the shop showed, as of any event or moment. */
export function asOfRoutes(books: (query: BooksQuery) => Promise<BooksAsOf>): Router {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/analysis/dashboard', async (ctx) => {
    analystOf(ctx)
    ctx.body = await books(parseQuery(BooksQuery, ctx))
  })

  return router
}
