import { appendFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api'
import { MOST_IN_EXPORT_FILE } from '@shop/language/limits'
import { literal } from '../tables/literal.ts'
import { cellOf, kindOf } from './cells.ts'
import { createResultDigest } from './digests.ts'
import type { Column, FilesTask, MadeFiles, MadeResultFile, Row } from './question.ts'

/** A table that no question can name. The table is on the disk, because its rows may not fit into memory. */
const ROWS = '"rows:of the answer".answer'
const databaseFile = (place: string) => join(place, 'rows.db')

/** Must run before `restrictEngine`. */
export const attachRows = ({ place }: FilesTask) => `ATTACH ${literal(databaseFile(place))} AS "rows:of the answer"`

/** The question's text comes last, because it may end with a comment. */
export const keepingRows = (sql: string) => `CREATE TABLE ${ROWS} AS\n${sql}`

/**
 * Writes the stored rows to files. If two columns have the same name, the engine renames one of them (`row_1`), and the digest differs from
 * the digest on the page.
 */
export async function writeResultFiles(
  engine: DuckDBConnection,
  task: FilesTask,
  onWritten: (share: number) => void,
): Promise<{ columns: readonly Column[]; rows: []; resultDigest: string; made: MadeFiles }> {
  const counted = await engine.runAndReadAll(`SELECT count(*)::BIGINT FROM ${ROWS}`)
  const all = Number(counted.value(0, 0))
  const { types, own } = await columnsOf(engine)
  const columns = types.map((type, at): Column => ({ ...own[at]!, kind: kindOf(own[at]!.name, type) }))
  const digest = createResultDigest(columns)
  const files: MadeResultFile[] = []
  for (let first = 1; first <= all; first += MOST_IN_EXPORT_FILE) {
    const last = Math.min(all, first + MOST_IN_EXPORT_FILE - 1)
    const name = `answer/${padded(first)}-${padded(last)}.${task.format}`
    const path = pathIn(task.place, name)
    const some = `FROM ${ROWS} WHERE rowid BETWEEN ${first - 1} AND ${last - 1}`
    await eachChunk(await engine.prepare(`SELECT * ${some}`), (rows) => {
      for (const row of rows) digest.add(row)
      if (task.format === 'ndjson') appendFileSync(path, rows.map((row) => lineOf(own, row)).join(''), { mode: 0o600 })
    })
    if (task.format === 'parquet')
      await engine.run(
        `COPY (SELECT ${own.map(inParquet).join(', ')} ${some}) TO ${literal(path)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 20480)`,
      )
    files.push({ name, rows: last - first + 1, bytes: statSync(path).size })
    onWritten(last / all)
  }
  for (const file of [databaseFile(task.place), `${databaseFile(task.place)}.wal`]) rmSync(file, { force: true })
  const fileColumns = task.format === 'parquet' ? own.map(({ name, type }) => ({ name, type: exact(type) })) : own
  return { columns, rows: [], resultDigest: digest.digest(), made: { columns: fileColumns, rows: all, files } }
}

async function eachChunk(prepared: DuckDBPreparedStatement, use: (rows: readonly Row[]) => void) {
  const result = await prepared.stream()
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk())
    use(chunk.getRows().map((values) => values.map(cellOf)))
}

const lineOf = (columns: MadeFiles['columns'], row: Row) =>
  `${JSON.stringify(Object.fromEntries(columns.map(({ name }, at) => [name, row[at] ?? null])))}\n`

const padded = (row: number) => String(row).padStart(12, '0')
export const pathIn = (place: string, name: string): string => join(place, name.replace('/', '-'))

/**
 * TABLE: how Parquet stores integers of 128 bits. DuckDB would write doubles, which lose cents. Unsigned integers have too many digits (39)
 * for a DECIMAL.
 */
const EXACT: Readonly<Record<string, string>> = { HUGEINT: 'DECIMAL(38,0)', UHUGEINT: 'VARCHAR' }
/** A quoted part is the name of a field or a value, so it stays. */
const exact = (type: string) =>
  type.replaceAll(/"(?:[^"]|"")*"|'(?:[^']|'')*'|\bU?HUGEINT\b/g, (part) => EXACT[part] ?? part)
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const inParquet = ({ name, type }: MadeFiles['columns'][number]) =>
  exact(type) === type ? quoted(name) : `${quoted(name)}::${exact(type)} AS ${quoted(name)}`

async function columnsOf(engine: DuckDBConnection) {
  const none = await engine.runAndReadAll(`SELECT * FROM ${ROWS} LIMIT 0`)
  const types = none.columnTypes()
  return { types, own: none.columnNames().map((name, at) => ({ name, type: String(types[at]) })) }
}
