import { readFile } from 'node:fs/promises'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Recorded } from '@shop/language/events/event'
import { type CopyView, selectTable } from '../copy/copy-view.ts'
import type { CopiedEvent } from '../pseudonyms/copied-event.ts'
import { eventsTable } from '../tables/all-tables.ts'
import { literal } from '../tables/literal.ts'
import { copiedEventOf, recordedOf } from './projected-events.ts'

/** The events of some streams up to one, in their order, as projections take them. */
export async function streamEvents(
  connection: DuckDBConnection,
  view: CopyView,
  streams: readonly string[],
  upTo: number,
): Promise<readonly Recorded[]> {
  const events = await segmentEvents(connection, view, streams, upTo)
  if (upTo > (view.segments.at(-1)?.last ?? 0)) events.push(...(await tailEvents(view.tails, streams, upTo)))
  return events.map(recordedOf)
}

async function segmentEvents(connection: DuckDBConnection, view: CopyView, streams: readonly string[], upTo: number) {
  const rows = selectTable(eventsTable, { ...view, tails: [] }, upTo)
  const isIn = streams.length === 1 ? `= ${literal(streams[0]!)}` : `IN (${streams.map(literal).join(', ')})`
  const read = await connection.runAndReadAll(`SELECT * FROM (${rows}) WHERE stream ${isIn} ORDER BY event`)
  return read.getRowObjects().map(copiedEventOf)
}

/** The first of a line, before any data: the few that are wanted are found without parsing thousands of others. */
const STREAM = /"stream":("(?:[^"\\]|\\.)*")/

async function tailEvents(tails: readonly string[], streams: readonly string[], upTo: number) {
  const wanted = new Set(streams.map((stream) => JSON.stringify(stream)))
  const found: CopiedEvent[] = []
  for (const file of tails)
    for (const line of (await readFile(file, 'utf8')).split('\n'))
      if (wanted.has(STREAM.exec(line)?.[1] ?? '')) found.push(JSON.parse(line))
  return found.filter(({ event }) => event <= upTo)
}
