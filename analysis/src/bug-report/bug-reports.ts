import Router from '@koa/router'
import type { StreamTest } from '@shop/language/analysis/streams'
import { checkoutStream } from '@shop/language/checkout/events'
import { invalidField, ShopError } from '@shop/language/errors'
import { orderStream } from '@shop/language/order/events'
import { Id } from '@shop/language/values/text'
import { analystOf } from '@shop/server/http/authenticate'
import { parse } from '@shop/server/http/parse'
import type { Copy } from '../copy/open-copy.ts'
import { fewAtOnce } from '../few-at-once.ts'
import { BUG_REPORTS_AT_ONCE } from '../limits.ts'
import { orderStory, streamStory } from './story-of.ts'
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
