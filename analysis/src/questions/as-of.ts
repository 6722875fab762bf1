import type { DuckDBConnection } from '@duckdb/node-api'
import { literal } from '../tables/literal.ts'
import { cellOf } from './cells.ts'

/**
 * The last event of the longest beginning whose events were all recorded at or before a moment: clocks may have run back. `events` is
 * what is selected from, and `last` its last event.
 */
export async function eventAt(
  connection: DuckDBConnection,
  events: string,
  moment: string,
  last: number,
): Promise<number> {
  const found = await connection.runAndReadAll(
    `SELECT min(event) - 1 FROM ${events} WHERE recordedAt > TIMESTAMPTZ ${literal(moment)}::TIMESTAMP`,
  )
  const before = found.value(0, 0)
  return before === null ? last : Number(before)
}

/** The moment as of which an event is the last: the latest at which one up to it was recorded. */
export async function momentOf(connection: DuckDBConnection, events: string, event: number): Promise<string> {
  const latest = await connection.runAndReadAll(`SELECT max(recordedAt) FROM ${events} WHERE event <= ${event}`)
  return String(cellOf(latest.value(0, 0)) ?? new Date(0).toISOString())
}
