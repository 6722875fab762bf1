import { existsSync } from 'node:fs'
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api'
import { tableFile } from '../copy/copy-files.ts'
import { ENGINE_MEMORY_MB, SPILL_MB } from '../limits.ts'
import { listOf } from '../tables/literal.ts'
import { type CopiedRange, type Segment, unavailable } from './copied-range.ts'
import { clockMacros } from './functions.ts'
import { refusal } from './question.ts'
import type { CopySql, TableSql } from './table-sql.ts'
import { TAIL, TAIL_AS_OF, TAIL_FILES } from './tail-names.ts'

/**
 * With more than one thread, the order of rows and sums of floating-point numbers could differ from run to run. `spill`: a folder for data
 * that does not fit into the memory. The engine makes the folder when it needs it.
 */
export async function openEngine(spill?: string): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '1',
    memory_limit: `${ENGINE_MEMORY_MB}MB`,
    temp_directory: spill ?? '',
    max_temp_directory_size: `${SPILL_MB}MB`,
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
    allow_persistent_secrets: 'false',
  })
  const connection = await instance.connect()
  await connection.run("SET TimeZone = 'UTC'")
  await connection.run('SET enable_progress_bar = true')
  await connection.run('SET enable_progress_bar_print = false')
  return connection
}

export async function treeOf(engine: DuckDBConnection, sql: string): Promise<unknown> {
  const reader = await engine.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql])
  try {
    return JSON.parse(String(reader.value(0, 0)))
  } catch {
    // For a number such as 1e400 the engine writes `Infinity`, which is not JSON.
    throw refusal("The question has a number that is too large. Write infinity as 'infinity'::DOUBLE")
  }
}

/** Reads the events after the last segment into memory, because their files grow and become segments. */
export async function readTail(engine: DuckDBConnection, sql: CopySql, { event, segments, tails }: CopiedRange) {
  const from = (segments.at(-1)?.last ?? 0) + 1
  await engine.run(sql.makeTail)
  if (event < from) return
  const files = listOf(tails)
  // The last line of a file can be incomplete.
  await engine.run(sql.fillTail.replace(TAIL_FILES, () => files)).catch(() => {
    throw unavailable(BEING_WRITTEN)
  })
  await engine.run(`DELETE FROM "${TAIL}" WHERE event NOT BETWEEN ${from} AND ${event}`)
  const count = await engine.runAndReadAll(`SELECT count(*)::INTEGER FROM "${TAIL}"`)
  if (count.value(0, 0) !== event - from + 1) throw unavailable(BEING_WRITTEN)
}

const BEING_WRITTEN = 'The copy of the log is being written. Try again in a moment'

export async function makeViews(
  engine: DuckDBConnection,
  tables: readonly TableSql[],
  segments: readonly Segment[],
  upTo: number,
) {
  await engine.run(`CREATE OR REPLACE VIEW "${TAIL_AS_OF}" AS SELECT * FROM "${TAIL}" WHERE event <= ${upTo}`)
  for (const table of tables) {
    const parts = [...segmentRows(table, segments, upTo), table.fromTail]
    await engine.run(`CREATE OR REPLACE VIEW "${table.name}" AS ${parts.join(' UNION ALL ')}`)
  }
}

function segmentRows({ name, columns }: TableSql, segments: readonly Segment[], upTo: number): readonly string[] {
  const files = segments
    .filter(({ first }) => first <= upTo)
    .map(({ last, folder }) => ({ isWhole: last <= upTo, file: tableFile({ folder }, name) }))
    .filter(({ file }) => existsSync(file))
  const { whole = [], cut = [] } = Object.groupBy(files, ({ isWhole }) => (isWhole ? 'whole' : 'cut'))
  const rows = (of: typeof files) => `SELECT ${columns} FROM read_parquet(${listOf(of.map(({ file }) => file))})`
  return [
    ...(whole.length > 0 ? [rows(whole)] : []),
    ...(cut.length > 0 ? [`${rows(cut)} WHERE event <= ${upTo}`] : []),
  ]
}

/** After this call, the engine reads only these folders, its settings cannot change, and its clock shows `moment`. */
export async function restrictEngine(engine: DuckDBConnection, folders: readonly string[], moment: string) {
  for (const macro of clockMacros(moment)) await engine.run(macro)
  await engine.run(`SET allowed_directories = ${listOf(folders.map((folder) => `${folder}/`))}`)
  await engine.run('SET enable_external_access = false')
  await engine.run('SET lock_configuration = true')
}
