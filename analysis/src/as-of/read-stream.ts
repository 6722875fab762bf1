import type { DuckDBConnection } from '@duckdb/node-api'
import { type CopyView, selectTable } from '../copy/copy-view.ts'
import type { CopiedEvent } from '../pseudonyms/copied-event.ts'
import { eventsTable } from '../tables/all-tables.ts'
import { literal } from '../tables/literal.ts'
import { copiedEventOf } from './projected-events.ts'

/* With the Bloom filters of the copy's files, DuckDB finds a stream's rows without reading all events. */

const rowsOf = (view: CopyView, stream: string) =>
  `(${selectTable(eventsTable, view)}) WHERE stream = ${literal(stream)}`

/** The wanted versions of a stream are among the log's events `first` to `last`. `events`: how many events the stream has. */
export type Place = Readonly<{ events: number; kind: string; first: number; last: number }>

export async function placeOfStream(
  connection: DuckDBConnection,
  view: CopyView,
  stream: string,
  versions: readonly [first: number, last: number],
): Promise<Place | undefined> {
  const wanted = `FILTER (version BETWEEN ${versions.join(' AND ')})`
  const read = await connection.runAndReadAll(
    `SELECT count(*), any_value(kind), min(event) ${wanted}, max(event) ${wanted} FROM ${rowsOf(view, stream)}`,
  )
  const [events, kind, first, last] = read.getRows()[0]!
  return Number(events) === 0
    ? undefined
    : { events: Number(events), kind: String(kind), first: Number(first ?? 0), last: Number(last ?? 0) }
}

export async function eventsOfStream(
  connection: DuckDBConnection,
  view: CopyView,
  stream: string,
  { first, last }: Place,
): Promise<readonly CopiedEvent[]> {
  const read = await connection.runAndReadAll(
    `SELECT * FROM (${selectTable(eventsTable, view, last, first)}) WHERE stream = ${literal(stream)} ORDER BY event`,
  )
  return read.getRowObjects().map(copiedEventOf)
}

export async function existingStreams(
  connection: DuckDBConnection,
  view: CopyView,
  names: readonly string[],
  upTo = view.event,
) {
  if (names.length === 0) return []
  const read = await connection.runAndReadAll(
    `SELECT stream, any_value(kind) AS kind FROM (${selectTable(eventsTable, view, upTo)})
     WHERE stream IN (${names.map(literal).join(', ')}) GROUP BY stream`,
  )
  const kinds = new Map(read.getRowObjects().map(({ stream, kind }) => [String(stream), String(kind)]))
  return names.flatMap((stream) => (kinds.has(stream) ? [{ stream, kind: kinds.get(stream)! }] : []))
}

export const isIn = (texts: readonly string[]) =>
  texts.length === 0 ? 'IN (NULL)' : `IN (${texts.map(literal).join(', ')})`

/** Returns at most `most` + 1 events, oldest first. */
export async function eventsWhere(
  connection: DuckDBConnection,
  view: CopyView,
  condition: string,
  most: number,
): Promise<readonly CopiedEvent[]> {
  const read = await connection.runAndReadAll(
    `SELECT * FROM (${selectTable(eventsTable, view)}) WHERE ${condition} ORDER BY event LIMIT ${most + 1}`,
  )
  return read.getRowObjects().map(copiedEventOf)
}
