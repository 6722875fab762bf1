import Router from '@koa/router'
import { TailQuery } from '@shop/language/analysis/api'
import { analystOf } from '@shop/server/http/authenticate'
import { createEventStreams } from '@shop/server/http/event-stream'
import { parseQuery } from '@shop/server/http/parse'
import { tailListeners } from '@shop/server/limits/at-once'
import type { Copy } from '../copy/open-copy.ts'
import type { Tail } from './tail.ts'

const { all: ALL } = tailListeners
/** All calls of `news` come from the gateway, so one client or one network may have all places. */
const NEWS_PLACES = { all: ALL, client: ALL, network: ALL }

type Listening = Parameters<typeof createEventStreams>[0]
type Options = Omit<Listening, 'places'> & Partial<Pick<Listening, 'places'>>

/**
 * GET /analysis/tail sends only the number of the copy's newest event. GET /analysis/tail/news sends events as they are copied. The gateway
 * calls this route once for all listeners with the same filter.
 */
export function tailRoutes(tail: Tail, copy: Pick<Copy, 'newest'>, options: Options): Router {
  const router = new Router({ strict: true, sensitive: true })
  const listen = createEventStreams({ places: tailListeners, ...options })
  const sendNews = createEventStreams({ ...options, places: NEWS_PLACES })

  router.get('/analysis/tail', (ctx) => {
    analystOf(ctx)
    parseQuery(TailQuery, ctx)
    listen(ctx, (send) => {
      // On this message, the page fetches its list again.
      send(`retry: 1000\nid: ${copy.newest()}\n\n`)
      return () => {}
    })
  })

  router.get('/analysis/tail/news', (ctx) => {
    analystOf(ctx)
    const filter = parseQuery(TailQuery, ctx)
    sendNews(ctx, (send) => {
      // After these bytes the gateway misses no event.
      send(': from here\n\n')
      return tail.listen(filter, send)
    })
  })

  return router
}
