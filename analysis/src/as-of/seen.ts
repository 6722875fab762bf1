import type { DuckDBConnection } from '@duckdb/node-api'
import { type CopyView, selectTable } from '../copy/copy-view.ts'
import { eventAt, momentOf } from '../questions/as-of.ts'
import { eventsTable } from '../tables/all-tables.ts'

/** What is seen of the log: its first `event` events, and the moment that is now. */
export type Seen = Readonly<{ event: number; moment: string }>

/** What is seen as of an event or a moment; all that is copied where none is given. Of more events than there are, all are seen. */
export async function seenAsOf(
  connection: DuckDBConnection,
  view: CopyView,
  asOf: number | string | undefined,
): Promise<Seen> {
  const events = `(${selectTable(eventsTable, view)})`
  if (typeof asOf === 'string') return { event: await eventAt(connection, events, asOf, view.event), moment: asOf }
  const event = Math.min(asOf ?? view.event, view.event)
  return { event, moment: await momentOf(connection, events, event) }
}
