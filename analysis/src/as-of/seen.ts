import type { DuckDBConnection } from '@duckdb/node-api'
import { type CopyView, selectTable } from '../copy/copy-view.ts'
import { cellOf } from '../questions/cells.ts'
import { eventsTable } from '../tables/all-tables.ts'
import { lastUntil, latestUpTo } from '../tables/as-of-sql.ts'

/** What is seen of the log: its first `event` events, and the moment that is now. */
export type Seen = Readonly<{ event: number; moment: string }>

/** What is seen as of an event or a moment; all that is copied where none is given. Of more events than there are, all are seen. */
export async function seenAsOf(
  connection: DuckDBConnection,
  view: CopyView,
  asOf: number | string | undefined,
): Promise<Seen> {
  if (typeof asOf === 'string') return { event: await eventAt(connection, view, asOf), moment: asOf }
  const event = Math.min(asOf ?? view.event, view.event)
  const latest = await connection.runAndReadAll(latestUpTo(`(${selectTable(eventsTable, view)})`, event))
  return { event, moment: String(cellOf(latest.value(0, 0)) ?? new Date(0).toISOString()) }
}

async function eventAt(connection: DuckDBConnection, view: CopyView, moment: string): Promise<number> {
  const found = await connection.runAndReadAll(lastUntil(`(${selectTable(eventsTable, view)})`, moment))
  const last = found.value(0, 0)
  return last === null ? view.event : Number(last)
}
