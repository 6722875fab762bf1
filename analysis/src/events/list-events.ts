import type { DuckDBConnection } from '@duckdb/node-api'
import type { AnalysisEventQuery, CopiedEvent } from '@shop/language/analysis/api'
import { seenAsOf } from '../as-of/seen.ts'
import type { CopyView } from '../copy/copy-view.ts'
import { selectTable } from '../copy/copy-view.ts'
import { searchRanges } from '../copy/search-ranges.ts'
import { eventsTable, tableOf } from '../tables/all-tables.ts'
import { chosenBy } from '../tables/event-filter.ts'

const USUAL = 50

/** Values of filters are bound to the statement, never part of its text. */
export async function listEvents(
  connection: DuckDBConnection,
  view: CopyView,
  query: AnalysisEventQuery,
  firstLook?: number,
): Promise<CopiedEvent[]> {
  const { limit = USUAL } = query
  const found: CopiedEvent[] = []
  const { event: last } = await seenAsOf(view, query.asOf)
  const begin = query.after === undefined ? 0 : (await seenAsOf(view, query.after)).event
  const end = Math.min(last, (query.before ?? Number.POSITIVE_INFINITY) - 1)
  for (const [from, upTo] of searchRanges(end, { firstLook, begin, oldestFirst: query.oldestFirst !== undefined })) {
    if (found.length >= limit) break
    if (!mayHave(view, query.type, from, upTo)) continue
    const rows = `(${selectTable(eventsTable, view, upTo, from)})`
    found.push(...(await eventsIn(connection, rows, { ...query, limit: limit - found.length })))
  }
  return found
}

/** Each segment counts its events of each type, so events of rare types are found without reading all events. */
function mayHave({ segments }: CopyView, type: string | undefined, from: number, upTo: number): boolean {
  if (type === undefined || !tableOf(type) || upTo > (segments.at(-1)?.last ?? 0)) return true
  return segments.some(({ first, last, counts }) => first <= upTo && last >= from && counts[type])
}

async function eventsIn(connection: DuckDBConnection, rows: string, query: AnalysisEventQuery & { limit: number }) {
  const chosen = chosenBy(query)
  const where = chosen.map(([column]) => `${column} = $${column}`).join(' AND ') || 'true'
  const reader = await connection.runAndReadAll(
    `SELECT * FROM ${rows} WHERE ${where} ORDER BY event ${query.oldestFirst ? 'ASC' : 'DESC'} LIMIT ${query.limit}`,
    Object.fromEntries(chosen),
  )
  return reader.getRowObjectsJson().map(eventOf)
}

const eventOf = (row: Readonly<Record<string, unknown>>): CopiedEvent => ({
  ...(row as Omit<CopiedEvent, 'event' | 'version' | 'schemaVersion' | 'recordedAt' | 'data'>),
  event: Number(row.event),
  recordedAt: row.recordedAt === null ? null : isoOf(String(row.recordedAt)),
  version: Number(row.version),
  schemaVersion: Number(row.schemaVersion),
  data: row.data === null ? null : JSON.parse(String(row.data)),
})

/** DuckDB's form of a moment is `2026-03-01 10:00:00.5`, in UTC. */
const isoOf = (timestamp: string) => new Date(`${timestamp.replace(' ', 'T')}Z`).toISOString()
