import Router from '@koa/router'
import { TailQuery } from '@shop/language/api/analysis'
import { analystOf } from '@shop/server/http/authenticate'
import { createEventStreams } from '@shop/server/http/event-stream'
import { parseQuery } from '@shop/server/http/parse'
import { tailListeners } from '@shop/server/limits/table'
import type { Copy } from '../copy/open-copy.ts'
import type { Tail } from './tail.ts'

const { all: ALL } = tailListeners
/** There is never more news than there are listeners, wherever whoever listened first is. */
const NEWS_PLACES = { all: ALL, ofClient: ALL, ofNetwork: ALL }

type Listening = Parameters<typeof createEventStreams>[0]
type Options = Omit<Listening, 'places'> & Partial<Pick<Listening, 'places'>>

/**
 * GET /analysis/tail: says nothing but where to begin, for as long as the listener is connected and an analyst. GET /analysis/tail/news:
 * events as they are copied, which the gateway asks for once for all who listen with a filter.
 */
export function tailRoutes(tail: Tail, copy: Pick<Copy, 'newest'>, options: Options): Router {
  const router = new Router({ strict: true, sensitive: true })
  const listen = createEventStreams({ places: tailListeners, ...options })
  const tell = createEventStreams({ ...options, places: NEWS_PLACES })

  router.get('/analysis/tail', (ctx) => {
    analystOf(ctx)
    parseQuery(TailQuery, ctx)
    listen(ctx, (send) => {
      // Whoever has been told this event's number finds it, and all before it, in the list.
      send(`retry: 1000\nid: ${copy.newest()}\n\n`)
      return () => {}
    })
  })

  router.get('/analysis/tail/news', (ctx) => {
    analystOf(ctx)
    const filter = parseQuery(TailQuery, ctx)
    tell(ctx, (send) => {
      // The answer begins with its first byte: the gateway knows then that nothing is missed.
      send(': from here\n\n')
      return tail.listen(filter, send)
    })
  })

  return router
}
