import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { TRAIL_ROW_DAYS } from '@shop/language/limits'
import { literal } from '../tables/literal.ts'

type TrailTable = Readonly<{
  files: RegExp
  columns: Readonly<Record<string, string>>
  /** The SQL condition for rows up to a moment. The moment replaces `$`. */
  until: string
}>

const seen = {
  what: 'VARCHAR',
  thing: 'VARCHAR',
  size: 'VARCHAR',
  color: 'VARCHAR',
  device: 'VARCHAR',
  entry: 'VARCHAR',
}

/** TABLE: the tables of the trail. The gateways write the trail to daily files (gateway/src/trail). */
const tables: Readonly<Record<string, TrailTable>> = {
  trail: {
    files: /^raw-[\w-]+\.ndjson$/,
    columns: { seenAt: 'TIMESTAMP', visit: 'VARCHAR', ...seen, results: 'BIGINT' },
    until: 'seenAt <= $::TIMESTAMP',
  },
  trailCounts: {
    files: /^counts-[\w-]+\.ndjson$/,
    columns: { day: 'DATE', ...seen, found: 'BOOLEAN', count: 'BIGINT' },
    // Each row has the counts of a whole day. So a question as of a moment sees a row only if the row's day had ended at that moment.
    until: 'day + INTERVAL 1 DAY <= $::TIMESTAMP',
  },
}

export const trailTables: readonly string[] = Object.keys(tables)

export const BESIDE_THE_LOG = `The trail is not in the log. Its rows have no event number, and are deleted after ${TRAIL_ROW_DAYS} days`

/** Makes a view for each table of the trail. Without files a view is empty. `until`: rows after this moment are left out. */
export async function makeTrailViews(engine: DuckDBConnection, folder: string | undefined, until: string | undefined) {
  for (const [name, { files, columns, until: before }] of Object.entries(tables)) {
    const found = folder && existsSync(folder) ? readdirSync(folder).filter((file) => files.test(file)) : []
    const rows = found.length > 0 ? rowsIn(folder!, found, columns) : noRows(columns)
    const where = until === undefined ? '' : ` WHERE ${before.replace('$', `TIMESTAMPTZ ${literal(until)}`)}`
    await engine.run(`CREATE OR REPLACE VIEW "${name}" AS SELECT * FROM (${rows})${where}`)
  }
}

/** `ignore_errors` skips a line that is still being written. */
function rowsIn(folder: string, files: readonly string[], columns: TrailTable['columns']) {
  const list = files.map((file) => literal(join(folder, file))).join(', ')
  const typed = Object.entries(columns).map(([name, type]) => `"${name}": ${literal(type)}`)
  return `SELECT * FROM read_json([${list}], format = 'newline_delimited', ignore_errors = true, columns = {${typed.join(', ')}})`
}

const noRows = (columns: TrailTable['columns']) =>
  `SELECT ${Object.entries(columns)
    .map(([name, type]) => `NULL::${type} AS "${name}"`)
    .join(', ')} WHERE FALSE`
