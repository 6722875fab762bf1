import type { DuckDBConnection } from '@duckdb/node-api'
import type { Histogram } from '@shop/language/analysis/answers'
import type { HistogramQuery } from '@shop/language/analysis/api'
import { seenAsOf } from '../as-of/seen.ts'
import { type CopyView, selectTable } from '../copy/copy-view.ts'
import type { Copy } from '../copy/open-copy.ts'
import { eventsTable } from '../tables/all-tables.ts'
import { chosenBy } from '../tables/event-filter.ts'
import { barsOfAll, barsOfChosen, type Range, stretchOf, withRange } from './bars.ts'

export const createHistogram =
  (copy: Pick<Copy, 'view' | 'reading'>) =>
  async (query: HistogramQuery): Promise<Histogram> => {
    using view = copy.view()
    const stretch = await stretchOf(view)
    const range = {
      after: query.after === undefined ? 0 : (await seenAsOf(view, query.after)).event,
      upTo: (await seenAsOf(view, query.asOf)).event,
    }
    const bars =
      chosenBy(query).length === 0
        ? withRange(await barsOfAll(view, stretch), range)
        : await copy.reading((connection) => barsOfChosen(connection, view, stretch, query, range))
    const types = await copy.reading((connection) => typesOf(connection, view, query, range))
    return { asOf: await seenAsOf(view, undefined), ...stretch, bars, types }
  }

async function typesOf(connection: DuckDBConnection, view: CopyView, query: HistogramQuery, { after, upTo }: Range) {
  const chosen = chosenBy(query)
  const where = chosen.map(([column]) => `${column} = $${column}`).join(' AND ') || 'true'
  const read = await connection.runAndReadAll(
    `SELECT type, count(*) AS events FROM (${selectTable(eventsTable, view, upTo, after + 1)})
     WHERE ${where} GROUP BY type ORDER BY events DESC, type`,
    Object.fromEntries(chosen),
  )
  return read.getRowObjects().map(({ type, events }) => ({ type: String(type), events: Number(events) }))
}
