import Router from '@koa/router'
import { users } from '@shop/language/account/document'
import { invalidField, ShopError } from '@shop/language/errors'
import type { Recorded } from '@shop/language/events/event'
import { MAX_LISTED } from '@shop/language/limits'
import { products } from '@shop/language/product/document'
import { type StockLedgerEntry, StockLedgerQuery } from '@shop/language/stock/api'
import { isOfStock, type StockEvent, stockStream } from '@shop/language/stock/events'
import { noPieces } from '@shop/language/stock/lines'
import { MARK_EVERY, markOf, stockMarks } from '@shop/language/stock/marks-document'
import { Id } from '@shop/language/values/text'
import { adminOf } from '@shop/server/http/authenticate'
import { linkNext } from '@shop/server/http/link-next'
import { parse, parseQuery } from '@shop/server/http/parse'
import type { EventReader } from '@shop/stores/event-store/event-store'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { Answering } from './answering.ts'
import { namesOf } from './customer-names.ts'
import { entryOf } from './stock-ledger.ts'

/** Reads the log, starting at the nearest stored `StockMark` before the page. */
export function stockRoutes(readStore: ReadStore, log: EventReader): Answering {
  const router = new Router({ strict: true, sensitive: true })

  router.get('/admin/products/:id/stock', async (ctx) => {
    adminOf(ctx)
    const { limit = MAX_LISTED, cursor } = parseQuery(StockLedgerQuery, ctx)
    const productId = parse(Id, ctx.params.id)
    const head = await readStore.get(stockMarks, productId)
    if (isMark(productId) || !(head ?? (await readStore.get(products, productId))))
      throw new ShopError('NOT_FOUND', 'There is no such product')
    const before = Math.min(
      cursor === undefined ? Number.POSITIVE_INFINITY : versionIn(cursor),
      (head?.version ?? NO_VERSION) + 1,
    )
    const from = Math.max(0, before - limit)
    linkNext(ctx, from > 0 ? String(from) : undefined)
    ctx.body = (await entriesOf(productId, from, before)).toReversed()
  })

  /** The entries with a version of at least `from` and below `before`, oldest first. */
  async function entriesOf(productId: string, from: number, before: number): Promise<readonly StockLedgerEntry[]> {
    const start = await markBefore(productId, from)
    const events: Recorded<StockEvent>[] = []
    for await (const event of log.readStream(stockStream(productId), start.version + 1)) {
      if (event.version >= before) break
      if (isOfStock(event)) events.push(event)
    }
    const names = await namesOf(
      readStore,
      events.flatMap(({ metadata }) => metadata.actor.id ?? []),
    )
    let { lines } = start
    const entries: StockLedgerEntry[] = []
    for (const event of events) {
      const { entry, after } = entryOf(event, lines, names)
      lines = after
      if (event.version >= from) entries.push(entry)
    }
    return entries
  }

  /** If 100 events in a row did not change the stock, there is no mark for them. */
  async function markBefore(productId: string, version: number) {
    for (let at = version; at >= 0; at -= MARK_EVERY) {
      const mark = await readStore.get(stockMarks, markOf(productId, at))
      if (mark && mark.version < version) return mark
    }
    return { lines: noPieces, version: -1 }
  }

  return [router, [stockMarks, products, users]]
}

const NO_VERSION = -1

const isMark = (id: string) => id.includes('~')

function versionIn(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor)
  throw invalidField('cursor', 'Not a cursor of this list', 'This page of the list does not exist')
}
