import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import type { Actor, Position, Recorded } from '@shop/language/events/event'
import { type CopyView, selectTable } from '../copy/copy-view.ts'
import type { CopiedEvent } from '../pseudonyms/copied-event.ts'
import { cellOf } from '../questions/cells.ts'
import { eventsTable, tableOf } from '../tables/all-tables.ts'
import { literal } from '../tables/literal.ts'

/**
 * Personal fields are null, as after an erasure, and ids of people are pseudonyms. Each event's number in the copy is its id and its
 * position.
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
  return read.getRowObjects().map((row) => recordedOf(copiedEventOf(row)))
}

export function copiedEventOf(row: Readonly<Record<string, DuckDBValue>>): CopiedEvent {
  const cells = Object.fromEntries(Object.entries(row).map(([name, value]) => [name, cellOf(value)]))
  return { ...cells, data: JSON.parse(String(cells.data ?? null)) } as CopiedEvent
}

export function recordedOf({ event, data, actorRole, ...copied }: CopiedEvent): Recorded {
  const { type, stream, version, correlation, causation, schemaVersion, recordedAt } = copied
  const position = String(event).padStart(16, '0') as Position
  return {
    id: position,
    position,
    type,
    stream,
    version,
    data: data === null ? null : { ...withoutPersonal(type), ...data },
    ...(data === null && { unreadable: new Error(`event ${event} cannot be read`) }),
    metadata: {
      correlationId: correlation,
      causationId: causation,
      actor: { role: actorRole as Actor['role'] },
      schemaVersion,
      recordedAt,
    },
  }
}

const withoutPersonal = (type: string) =>
  Object.fromEntries((tableOf(type)?.dropped ?? []).map((field) => [field, null]))
