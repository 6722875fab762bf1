import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import { trailColumns } from '@shop/language/analysis/trail-tables'
import { TRAIL_ROW_DAYS } from '@shop/language/limits'
import { literal } from '../tables/literal.ts'

type TrailTable = Readonly<{
  files: RegExp
  columns: Readonly<Record<string, string>>
  /** The SQL condition for rows up to a moment. The moment replaces `$`. */
  until: string
}>

/** TABLE: the tables of the trail, which the gateways write to daily files (gateway/src/trail). */
const tables: Readonly<Record<string, TrailTable>> = {
  trail: {
    files: /^raw-[\w-]+\.ndjson$/,
    columns: trailColumns.trail,
    until: 'seenAt <= $::TIMESTAMP',
  },
  trailCounts: {
    files: /^counts-[\w-]+\.ndjson$/,
    columns: trailColumns.trailCounts,
    // A row counts a whole day, so it is visible only after that day.
    until: 'day + INTERVAL 1 DAY <= $::TIMESTAMP',
  },
}

export const trailTables: readonly string[] = Object.keys(tables)

export const BESIDE_THE_LOG = `The trail is not in the log. Its rows have no event number, and are deleted after ${TRAIL_ROW_DAYS} days`

const DAY_MS = 24 * 60 * 60 * 1000

/** A note on the last day that the trail's counts cover. Undefined if the question reads no counts. */
export function countsEnd(tables: readonly string[], moment: string): string | undefined {
  if (!tables.includes('trailCounts')) return undefined
  const last = new Date(Date.parse(moment) - DAY_MS).toISOString().slice(0, 10)
  return `The counts of the trail reach to the end of ${last} (UTC), because each count covers a whole day. Later days are left out, also if the answer covers later events`
}

/** Without files, a view is empty. The views leave out rows after `moment`. */
export async function makeTrailViews(engine: DuckDBConnection, folder: string | undefined, moment: string) {
  for (const [name, { files, columns, until }] of Object.entries(tables)) {
    const found = folder && existsSync(folder) ? readdirSync(folder).filter((file) => files.test(file)) : []
    const rows = found.length > 0 ? rowsIn(folder!, found, columns) : noRows(columns)
    const where = until.replace('$', `TIMESTAMPTZ ${literal(moment)}`)
    await engine.run(`CREATE OR REPLACE VIEW "${name}" AS SELECT * FROM (${rows}) WHERE ${where}`)
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
