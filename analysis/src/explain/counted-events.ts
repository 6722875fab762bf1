import type { DuckDBConnection } from '@duckdb/node-api'
import type { Figure } from '@shop/language/dashboard/figures'
import type { Recorded } from '@shop/language/events/event'
import { type Contribution, contributionOf, countedTypes } from '../as-of/contribution.ts'
import { copiedEventOf, recordedOf } from '../as-of/projected-events.ts'
import { type CopyView, selectTable } from '../copy/copy-view.ts'
import { searchRanges } from '../copy/search-ranges.ts'
import { eventsTable } from '../tables/all-tables.ts'
import { literal } from '../tables/literal.ts'

/** The most rows of one read. A page can need several reads, because some events add nothing. */
const ROWS = 400

/** Events `first` to `upTo`, about orders placed on the days `from` to `to`. Without days, all orders count. */
export type Wanted = Readonly<{
  figure: Figure
  first: number
  upTo: number
  limit: number
  from?: string | undefined
  to?: string | undefined
}>

export type Counted = Readonly<{ event: Recorded; contribution: Contribution }>

/** Returns the events newest first. */
export async function countedEvents(
  connection: DuckDBConnection,
  view: CopyView,
  { figure, first, upTo, limit, from, to }: Wanted,
): Promise<readonly Counted[]> {
  const found: Counted[] = []
  for (const [oldest, newest] of searchRanges(upTo)) {
    const begin = Math.max(first, oldest)
    let last = newest
    while (last >= begin && found.length < limit) {
      const events = await eventsOfDays(connection, view, { begin, last, from, to })
      for (const event of events) {
        const contribution = contributionOf(event)
        if (contribution && contribution.adds[figure] !== 0) found.push({ event, contribution })
      }
      last = events.length === ROWS ? Number(events.at(-1)!.position) - 1 : begin - 1
    }
    if (begin === first || found.length >= limit) break
  }
  return found.slice(0, limit)
}

type Range = Readonly<{ begin: number; last: number }> & Pick<Wanted, 'from' | 'to'>

async function eventsOfDays(connection: DuckDBConnection, view: CopyView, { begin, last, from, to }: Range) {
  const inDays =
    from === undefined || to === undefined
      ? 'true'
      : `left(data->>'$.placedAt', 10) BETWEEN ${literal(from)} AND ${literal(to)}`
  const read = await connection.runAndReadAll(
    `SELECT * FROM (${selectTable(eventsTable, view, last, begin)})
     WHERE type IN (${countedTypes.map(literal).join(', ')}) AND ${inDays} ORDER BY event DESC LIMIT ${ROWS}`,
  )
  return read.getRowObjects().map((row) => recordedOf(copiedEventOf(row)))
}
