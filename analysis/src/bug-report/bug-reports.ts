import type { DuckDBConnection } from '@duckdb/node-api'
import Router from '@koa/router'
import type { StreamTest } from '@shop/language/analysis/streams'
import { checkoutStream } from '@shop/language/checkout/events'
import { invalidField, ShopError } from '@shop/language/errors'
import { orderStream } from '@shop/language/order/events'
import { Id } from '@shop/language/values/text'
import { analystOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import { eventsWhere, isIn } from '../as-of/read-stream.ts'
import type { CopyView } from '../copy/copy-view.ts'
import type { Copy } from '../copy/open-copy.ts'
import { fewAtOnce } from '../few-at-once.ts'
import { BUG_REPORTS_AT_ONCE } from '../limits.ts'
import { isAbout, orderStreams } from '../streams/order-streams.ts'
import { literal } from '../tables/literal.ts'
import { fileNameOf, testFileOf } from './test-file.ts'

const MOST_EVENTS = 500

export function createBugReports(copy: Pick<Copy, 'view' | 'reading'>) {
  /** Throws NOT_FOUND for an unknown stream, VALIDATION_FAILED for too many events. */
  return async (stream: string): Promise<StreamTest> => {
    using view = copy.view()
    const orderId = [orderStream(''), checkoutStream('')].flatMap((prefix) =>
      stream.startsWith(prefix) ? [stream.slice(prefix.length)] : [],
    )[0]
    const events = await copy.reading((connection) =>
      orderId === undefined
        ? streamStory(connection, view, stream, MOST_EVENTS)
        : orderStory(connection, view, orderId, MOST_EVENTS),
    )
    if (events.length === 0) throw new ShopError('NOT_FOUND', 'There is no such stream in the copy of the log')
    if (events.length > MOST_EVENTS)
      throw invalidField('name', `The test would have more than ${MOST_EVENTS} events. Save a shorter stream`)
    return { name: fileNameOf(stream), events: events.length, text: testFileOf(stream, events) }
  }
}

export function bugReportRoutes(bugReport: ReturnType<typeof createBugReports>): Router {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/analysis/streams/:name/test', fewAtOnce(BUG_REPORTS_AT_ONCE), async (ctx) => {
    analystOf(ctx)
    ctx.body = await bugReport(parse(Id, ctx.params.name))
  })

  return router
}

/** Returns at most `most` + 1 events, oldest first, so that the caller sees whether there are too many. */
const streamStory = (connection: DuckDBConnection, view: CopyView, stream: string, most: number) =>
  eventsWhere(connection, view, `stream = ${literal(stream)}`, most)

/**
 * The events that a test of an order needs, in the log's order:
 * - all events of the order and its checkout;
 * - from the streams of the products, stocks, carts and claims that the above events name: the events about the order, and all
 *   `ProductListed` and `StockCounted`.
 */
async function orderStory(connection: DuckDBConnection, view: CopyView, orderId: string, most: number) {
  const { own, events, named } = await orderStreams(connection, view, orderId, most)
  if (events.length === 0 || events.length > most) return events
  const listed = `stream LIKE 'product-%' AND type = 'ProductListed' OR stream LIKE 'stock-%' AND type = 'StockCounted'`
  const related = `stream ${isIn(named)} AND (${isAbout(orderId)} OR ${listed})`
  return eventsWhere(connection, view, `stream ${isIn(own)} OR ${related}`, most)
}
