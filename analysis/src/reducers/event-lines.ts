import type { DuckDBConnection } from '@duckdb/node-api'
import { literal } from '../tables/literal.ts'

/** How many event numbers one batch covers. With twice this number, folding 1,000,000 events took 700 MiB of the allowed 768 MiB. */
const BATCH = 10_000

const LINE = `to_json({
  'event': event, 'recordedAt': strftime(recordedAt, '%Y-%m-%dT%H:%M:%S.%gZ'), 'stream': stream, 'kind': kind, 'version': version,
  'type': type, 'schemaVersion': schemaVersion, 'actorRole': actorRole, 'actor': actor, 'correlation': correlation,
  'causation': causation, 'data': data
})::VARCHAR`

type Range = Readonly<{ from: number; upTo: number }>
/** An empty list means all types. */
type Types = readonly string[]
/** `texts`: for each entry of `choices`, events as lines of JSON (`ReducedEvent`). `upTo`: the last event that was read. */
type Lines = Readonly<{ texts: readonly string[]; upTo: number }>

export async function* eventLines(
  engine: DuckDBConnection,
  { from, upTo }: Range,
  choices: readonly Types[],
): AsyncGenerator<Lines> {
  const isChosen = (types: Types) => (types.length === 0 ? 'true' : `type IN (${types.map(literal).join(', ')})`)
  const columns = choices.map((types) => `string_agg(line, chr(10) ORDER BY event) FILTER (WHERE ${isChosen(types)})`)
  const read = async (first: number) => {
    const last = Math.min(upTo, first + BATCH - 1)
    const found = await engine.runAndReadAll(
      `SELECT ${columns.join(', ')} FROM (SELECT event, type, ${LINE} AS line FROM events
        WHERE event BETWEEN ${first} AND ${last} AND (${choices.map(isChosen).join(' OR ')}))`,
    )
    return choices.map((_, at) => String(found.value(at, 0) ?? ''))
  }
  let next = from <= upTo ? read(from) : undefined
  for (let first = from; next; first += BATCH) {
    const texts = await next
    next = first + BATCH <= upTo ? read(first + BATCH) : undefined
    // Without a handler, Node would report a rejection that comes before `next` is awaited.
    next?.catch(() => {})
    yield { texts, upTo: Math.min(upTo, first + BATCH - 1) }
  }
}
