import type { DuckDBConnection } from '@duckdb/node-api'
import { literal } from '../tables/literal.ts'

/** This many event numbers are read at once. */
const BATCH = 20_000

const LINE = `to_json({
  'event': event, 'recordedAt': strftime(recordedAt, '%Y-%m-%dT%H:%M:%S.%gZ'), 'stream': stream, 'kind': kind, 'version': version,
  'type': type, 'schemaVersion': schemaVersion, 'actorRole': actorRole, 'actor': actor, 'correlation': correlation,
  'causation': causation, 'data': data
})::VARCHAR`

export type Range = Readonly<{ from: number; upTo: number; types: readonly string[] }>

/** The next events as lines of JSON (`ReducedEvent`). After these lines, all events up to `upTo` have been read. */
type Lines = Readonly<{ lines: string; upTo: number }>

/** The events of some types, or of all types, in order and in batches. The next batch is read while the caller uses this batch. */
export async function* eventLines(engine: DuckDBConnection, { from, upTo, types }: Range): AsyncGenerator<Lines> {
  const chosen = types.length === 0 ? '' : `AND type IN (${types.map(literal).join(', ')})`
  const read = async (first: number) => {
    const found = await engine.runAndReadAll(
      `SELECT string_agg(${LINE}, chr(10) ORDER BY event) FROM events WHERE event BETWEEN ${first} AND ${Math.min(upTo, first + BATCH - 1)} ${chosen}`,
    )
    return String(found.value(0, 0) ?? '')
  }
  let next = from <= upTo ? read(from) : undefined
  for (let first = from; next; first += BATCH) {
    const lines = await next
    next = first + BATCH <= upTo ? read(first + BATCH) : undefined
    // The code that awaits `next` handles a rejection. Without this line, Node would report it as unhandled.
    next?.catch(() => {})
    yield { lines, upTo: Math.min(upTo, first + BATCH - 1) }
  }
}
