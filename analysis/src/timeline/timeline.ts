import type { DuckDBConnection } from '@duckdb/node-api'
import type { Timeline } from '@shop/language/analysis/answers'
import { toDecimal } from '@shop/language/values/money'
import type { ModelAsOf } from '../as-of/models-as-of.ts'
import type { PriceDocument } from '../as-of/price-projection.ts'
import { seenAsOf } from '../as-of/seen.ts'
import { type CopyView, selectTable } from '../copy/copy-view.ts'
import type { Copy } from '../copy/open-copy.ts'
import { cellOf } from '../questions/cells.ts'
import { eventsTable, tableOf } from '../tables/all-tables.ts'
import { barsOfAll, stretchOf } from './bars.ts'

const MOST_MARKS = 500

export function createTimeline(copy: Pick<Copy, 'view' | 'reading'>, pricesAsOf: ModelAsOf<PriceDocument>) {
  return async (): Promise<Timeline> => {
    using view = copy.view()
    const asOf = await seenAsOf(view, undefined)
    const prices = priceChanges(await pricesAsOf(view, asOf.event))
    const stretch = await stretchOf(view)
    const bars = await barsOfAll(view, stretch)
    return { asOf, ...stretch, bars, prices, releases: await copy.reading((connection) => releases(connection, view)) }
  }
}

/** A product's first price is not a change. */
const priceChanges = (documents: ReadonlyMap<string, PriceDocument>) =>
  [...documents.values()]
    .flatMap(({ name, changes }) =>
      changes.slice(1).map(({ event, at, priceCents }) => ({ event, at, name, price: toDecimal(priceCents) })),
    )
    .toSorted((one, other) => one.event - other.event)
    .slice(-MOST_MARKS)

/** Returns the newest starts of the shop at which its release changed. */
async function releases(connection: DuckDBConnection, view: CopyView) {
  const read = await connection.runAndReadAll(
    `SELECT * FROM (
       SELECT event, recordedAt, release, lag(release) OVER (ORDER BY event) AS before
       FROM (${selectTable(tableOf('ShopStarted') ?? eventsTable, view)})
     ) WHERE release IS DISTINCT FROM before ORDER BY event DESC LIMIT ${MOST_MARKS}`,
  )
  return read
    .getRowObjects()
    .map(({ event = 0, recordedAt = null, release }) => ({
      event: Number(event),
      at: String(cellOf(recordedAt)),
      release: String(release),
    }))
    .toReversed()
}
