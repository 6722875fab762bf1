import type { ShopEvent } from '@shop/language/events/all'
import type { Recorded } from '@shop/language/events/event'
import { isOfStock } from '@shop/language/events/stock-events'
import { openEvent } from '@shop/stores/sealing/sealed-event'
import { createDiscountBook } from './discount-book.ts'
import { createMoneyBook } from './money-book.ts'
import { dollars, nameOf, placeOf } from './money-ledger.ts'
import { createPiecesBook } from './pieces-book.ts'
import { createStockBook } from './stock-book.ts'

const NO_KEYS: ReadonlyMap<string, Buffer> = new Map()
/** Money that was taken is an order, a case or refunded within a minute; longer than this it is left lying. */
const ON_ITS_WAY_MS = 60 * 60_000

/** What comes after is only counted. */
const MOST_TOLD = 50

export type Audit = Readonly<{
  /** What is wrong, each with its place, the first ones. */
  found: readonly string[]
  /** How much is wrong in all. */
  count: number
  /** The books in one line. */
  told: string
}>

/**
 * Holds a whole log's books to what must be true after every event: no stock is below nothing, what is ordered leaves it once, each capture is used once and
 * ends as one order, one refund or a case, no checkout becomes two orders, each code is used by one order, and the sums balance. Reads events as they are stored, and
 * opens nothing personal. Memory does not grow with the log.
 * `isSettled`: no money may be on its way at the end; otherwise none that the log's own clock says was taken an hour ago.
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
  const found: string[] = []
  let count = 0
  let events = 0
  let last: Recorded | undefined
  const note = (what: string) => {
    count += 1
    if (found.length < MOST_TOLD) found.push(what)
  }
  try {
    for await (const batch of batches) {
      for (const stored of batch) {
        const event = openEvent(stored, NO_KEYS) as Recorded<ShopEvent>
        const moved = isOfStock(event) ? stock.take(event) : money.take(event)
        const wrong = [...moved, ...pieces.take(event), ...discounts.take(event)]
        for (const what of wrong)
          note(`at position ${placeOf(event.position)}, ${event.type} in ${event.stream}: ${what}`)
        last = event
      }
      events += batch.length
      onProgress(events)
    }
    const isLate = (at: string) => isSettled || endMs - Date.parse(at) > ON_ITS_WAY_MS
    const endMs = Date.parse(last?.metadata.recordedAt ?? '')
    for (const capture of money.unfinished())
      if (isLate(capture.at))
        note(`${nameOf(capture)}, ${dollars(capture.cents)}, has become neither an order nor a refund nor a case`)
    for (const { orderId, refundId, cents, position, at } of money.requested())
      if (isLate(at))
        note(
          `${refundId} of ${orderId}, ${dollars(cents)}, asked for at position ${placeOf(position)}, is neither made nor refused`,
        )
    for (const { orderId, productId, ordered, taken, position, at } of pieces.untaken())
      if (isLate(at))
        note(
          `${orderId}, placed at position ${placeOf(position)}: ${taken} of ${ordered} of ${productId} left the stock`,
        )
    if (isSettled)
      for (const holdId of discounts.unused()) note(`${holdId} holds a code for a first order, and has become no order`)
    const told = `${stock.size()} products, ${stock.reserved()} pieces reserved, ${money.told()}`
    return { found, count, told: `${events} events: ${told}` }
  } finally {
    money.close()
    pieces.close()
    discounts.close()
  }
}
