import type { ShopEvent } from '@shop/language/all-events'
import type { Recorded } from '@shop/language/events/event'
import { isOfStock } from '@shop/language/stock/events'
import { openEvent } from '@shop/stores/sealing/sealed-event'
import { createDiscountBook } from './discount-book.ts'
import { createMoneyBook } from './money-book.ts'
import { dollars, nameOf, placeOf } from './money-ledger.ts'
import { createOrderBook, type Wrong } from './order-book.ts'
import { createPiecesBook } from './pieces-book.ts'
import { createStockBook } from './stock-book.ts'
import { followWriters } from './writers.ts'

const NO_KEYS: ReadonlyMap<string, Buffer> = new Map()
const ON_ITS_WAY_MS = 60 * 60_000

const MOST_REPORTED = 50

export type Audit = Readonly<{
  /** The first findings, each with its place in the log. */
  found: readonly string[]
  count: number
  /** The first findings about earlier releases. */
  earlier: readonly string[]
  earlierCount: number
  summary: string
}>

/**
 * Checks a whole log. After every event:
 * - no stock is below zero;
 * - ordered pieces leave the stock once;
 * - each capture is used once, and ends as one order, one refund or a case;
 * - no checkout becomes two orders;
 * - each discount code is used by at most one order;
 * - the sums balance.
 * After every command on an order:
 * - the pieces that the order holds were taken from stock;
 * - no refunded piece is sent;
 * - each refund is final, under way or a case.
 * At the end, all pieces that orders gave up are back in stock. Money and pieces may be under way at the end only if they are from the
 * log's last hour, and never with `isSettled`. Memory does not grow with the log.
 */
export async function auditBooks(
  batches: AsyncIterable<readonly Recorded[]> | Iterable<readonly Recorded[]>,
  { isSettled = false, onProgress = (_: number) => {} } = {},
): Promise<Audit> {
  const [stock, money, pieces, discounts] = [
    createStockBook(),
    createMoneyBook(),
    createPiecesBook(),
    createDiscountBook(),
  ]
  const orders = createOrderBook()
  const writers = followWriters()
  const [now, before] = [createFindings(), createFindings()]
  let events = 0
  let last: Recorded | undefined
  const note = ({ what, release, isEarlier }: Readonly<{ what: string; release: string; isEarlier: unknown }>) =>
    isEarlier ? before.note(`release ${release}: ${what}`) : now.note(what)
  const noteAll = (wrong: readonly Wrong[]) => {
    for (const { event, writer, what } of wrong) note({ ...writer, what: `${placeIn(event)}: ${what}` })
  }
  try {
    for await (const batch of batches) {
      for (const stored of batch) {
        const event = openEvent(stored, NO_KEYS) as Recorded<ShopEvent>
        const writer = writers.of(event)
        const moved = isOfStock(event) ? stock.take(event) : money.take(event)
        noteAll(orders.take(event, writer))
        noteAll([...moved, ...pieces.take(event), ...discounts.take(event)].map((what) => ({ event, writer, what })))
        last = event
      }
      events += batch.length
      onProgress(events)
    }
    noteAll(orders.endCommand())
    const isLate = ({ at }: Readonly<{ at: string }>) => isSettled || endMs - Date.parse(at) > ON_ITS_WAY_MS
    const endMs = Date.parse(last?.metadata.recordedAt ?? '')
    for (const { position, what } of stillUnderWay({ money, pieces }).filter(isLate))
      note({ ...writers.at(position), what })
    for (const unsettled of orders.unsettled().filter(isLate)) note(unsettled)
    if (isSettled)
      for (const holdId of discounts.unused())
        now.note(`${holdId} holds a code for a first order, and its checkout did not become an order`)
    const summary = `${events} events: ${stock.size()} products, ${stock.reserved()} pieces reserved, ${money.summary()}`
    return { found: now.first, count: now.count(), earlier: before.first, earlierCount: before.count(), summary }
  } finally {
    for (const book of [money, pieces, discounts, orders]) book.close()
  }
}

const placeIn = ({ position, type, stream }: Recorded) => `at position ${placeOf(position)}, ${type} in ${stream}`

function createFindings() {
  const first: string[] = []
  let count = 0
  return {
    first,
    count: () => count,
    note(what: string) {
      count += 1
      if (first.length < MOST_REPORTED) first.push(what)
    },
  }
}

type Books = Readonly<{ money: ReturnType<typeof createMoneyBook>; pieces: ReturnType<typeof createPiecesBook> }>

type UnderWay = Readonly<{ what: string; position: string; at: string }>

function stillUnderWay({ money, pieces }: Books): readonly UnderWay[] {
  return [
    ...money.unfinished().map((capture) => ({
      ...capture,
      what: `${nameOf(capture)}, ${dollars(capture.cents)}, has become neither an order nor a refund nor a case`,
    })),
    ...money.requested().map(({ orderId, refundId, cents, position, at }) => ({
      ...{ position, at },
      what: `${refundId} of ${orderId}, ${dollars(cents)}, requested at position ${placeOf(position)}, is neither made nor refused`,
    })),
    ...pieces.untaken().map(({ orderId, productId, ordered, taken, position, at }) => ({
      ...{ position, at },
      what: `${orderId}, placed at position ${placeOf(position)}: ${taken} of ${ordered} of ${productId} left the stock`,
    })),
  ]
}
