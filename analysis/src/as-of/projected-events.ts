import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import type { Actor, Position, Recorded } from '@shop/language/events/event'
import { type CopyView, selectTable } from '../copy/copy-view.ts'
import { cellOf } from '../questions/cells.ts'
import { eventsTable } from '../tables/all-tables.ts'
import { literal } from '../tables/literal.ts'

/**
 * Events of some types as projections take them, in their order: without personal fields, with pseudonyms, and with the number of the
 * event for its id and position.
 */
export async function projectedEvents(
  connection: DuckDBConnection,
  view: CopyView,
  types: readonly string[],
  { from, upTo }: Readonly<{ from: number; upTo: number }>,
): Promise<readonly Recorded[]> {
  const read = await connection.runAndReadAll(
    `SELECT * FROM (${selectTable(eventsTable, view, upTo, from)}) WHERE type IN (${types.map(literal).join(', ')}) ORDER BY event`,
  )
  return read.getRowObjects().map(recordedOf)
}

function recordedOf(row: Readonly<Record<string, DuckDBValue>>): Recorded {
  const text = (name: string) => String(cellOf(row[name] ?? null))
  const position = text('event').padStart(16, '0') as Position
  const data: unknown = JSON.parse(text('data'))
  return {
    id: position,
    position,
    type: text('type'),
    stream: text('stream'),
    version: Number(row.version),
    data,
    ...(data === null && { unreadable: new Error(`event ${text('event')} cannot be read`) }),
    metadata: {
      correlationId: text('correlation'),
      causationId: text('causation'),
      actor: { role: text('actorRole') as Actor['role'] },
      schemaVersion: Number(row.schemaVersion),
      recordedAt: text('recordedAt'),
    },
  }
}
