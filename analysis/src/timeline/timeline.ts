import type { DuckDBConnection } from '@duckdb/node-api'
import { toDecimal } from '@shop/language/api/money'
import type { Timeline } from '@shop/language/api/timeline'
import type { ModelAsOf } from '../as-of/models-as-of.ts'
import type { PriceDocument } from '../as-of/price-projection.ts'
import { seenAsOf } from '../as-of/seen.ts'
import { type CopyView, selectTable } from '../copy/copy-view.ts'
import type { Copy } from '../copy/open-copy.ts'
import { cellOf } from '../questions/cells.ts'
import { eventsTable } from '../tables/all-tables.ts'

const MOST_BARS = 120
const MOST_MARKS = 500
const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS
/** How long a bar may be; of longer stretches so many days. */
const STEPS_MS = [1, 5, 15, 60, 360].map((minutes) => minutes * MINUTE_MS)

/** How many events were recorded when, with the changes of prices and releases. */
export function createTimeline(copy: Pick<Copy, 'view' | 'reading'>, pricesAsOf: ModelAsOf<PriceDocument>) {
  return async (): Promise<Timeline> => {
    using view = copy.view()
    const asOf = await seenAsOf(view, undefined)
    const prices = priceChanges(await pricesAsOf(view, asOf.event))
    return await copy.reading(async (connection) => {
      const { first, stepMs } = await stretch(connection, view)
      const bars = first === null ? [] : await barsOf(connection, view, stepMs)
      return { asOf, first, stepMs, bars, prices, releases: await releases(connection, view) }
    })
  }
}

async function stretch(connection: DuckDBConnection, view: CopyView) {
  const read = await connection.runAndReadAll(
    `SELECT min(recordedAt), max(recordedAt) FROM (${selectTable(eventsTable, view)})`,
  )
  const [first, last] = [0, 1].map((column) => cellOf(read.value(column, 0))) as [string | null, string | null]
  if (first === null || last === null) return { first: null, stepMs: DAY_MS }
  const shortest = (Date.parse(last) - Date.parse(first)) / MOST_BARS
  return { first, stepMs: STEPS_MS.find((step) => step >= shortest) ?? Math.ceil(shortest / DAY_MS) * DAY_MS }
}

async function barsOf(connection: DuckDBConnection, view: CopyView, stepMs: number) {
  const read = await connection.runAndReadAll(
    `SELECT epoch_ms(recordedAt) // ${stepMs} AS bar, count(*) AS events FROM (${selectTable(eventsTable, view)})
     WHERE recordedAt IS NOT NULL GROUP BY bar ORDER BY bar`,
  )
  return read
    .getRowObjects()
    .map(({ bar, events }) => ({ at: new Date(Number(bar) * stepMs).toISOString(), events: Number(events) }))
}

/** The first price of a product is no change of it. */
const priceChanges = (documents: ReadonlyMap<string, PriceDocument>) =>
  [...documents.values()]
    .flatMap(({ name, changes }) =>
      changes.slice(1).map(({ event, at, priceCents }) => ({ event, at, name, price: toDecimal(priceCents) })),
    )
    .toSorted((one, other) => one.event - other.event)
    .slice(-MOST_MARKS)

/** Another start of the same release is none. */
async function releases(connection: DuckDBConnection, view: CopyView) {
  const read = await connection.runAndReadAll(
    `SELECT * FROM (
       SELECT event, recordedAt, data->>'$.release' AS release, lag(data->>'$.release') OVER (ORDER BY event) AS before
       FROM (${selectTable(eventsTable, view)}) WHERE type = 'ShopStarted'
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
