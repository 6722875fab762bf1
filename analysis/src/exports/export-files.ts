import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExportEvent } from '@shop/language/analysis/export-events'
import { MOST_IN_EXPORT_FILE } from '@shop/language/limits'
import { type CopyView, selectTable } from '../copy/copy-view.ts'
import { allTables, eventsTable, quoted, type Table } from '../tables/all-tables.ts'
import { literal } from '../tables/literal.ts'
import type { ExportEngine } from './export-engine.ts'

export type Spec = Extract<ExportEvent, { type: 'ExportMade' }>['data']
/** `name`: the file's name in the archive. `path`: its path on the disk. */
export type MadeFile = Readonly<{ name: string; path: string; table: string; rows: number; bytes: number }>

/** In ndjson each line has the whole event, so the table `events` is enough. */
export const tablesOf = ({ format, types }: Pick<Spec, 'format' | 'types'>): readonly Table[] =>
  format === 'ndjson'
    ? [eventsTable]
    : allTables.filter(({ name }) => name === eventsTable.name || types.length === 0 || types.includes(name))

export async function* makeFiles(
  engine: ExportEngine,
  view: CopyView,
  spec: Spec,
  folder: string,
  part = MOST_IN_EXPORT_FILE,
): AsyncGenerator<MadeFile> {
  for (let first = spec.from; first <= spec.to; first += part) {
    const last = Math.min(spec.to, first + part - 1)
    for (const table of tablesOf(spec)) {
      const name = `${table.name}/${padded(first)}-${padded(last)}.${spec.format}`
      const path = join(folder, 'part')
      const rows = await engine.copy(copyTo(path, rowsOf(table, view, spec, first, last), spec.format))
      if (rows > 0) yield { name, path, table: table.name, rows, bytes: (await stat(path)).size }
    }
  }
}

const padded = (event: number) => String(event).padStart(12, '0')

/** No ORDER BY: segments and tails are in the order of the events. */
function rowsOf(table: Table, view: CopyView, { format, types }: Spec, first: number, last: number): string {
  const columns = table.columns.map(({ name }) => columnOf(name, format)).join(', ')
  const only = table === eventsTable && types.length > 0 ? ` WHERE type IN (${types.map(literal).join(', ')})` : ''
  return `SELECT ${columns} FROM (${selectTable(table, view, last, first)})${only}`
}

/** Formats moments like all other JSON of the shop. */
const columnOf = (name: string, format: Spec['format']) =>
  name === 'recordedAt' && format === 'ndjson'
    ? `strftime(recordedAt, '%Y-%m-%dT%H:%M:%S.%gZ') AS recordedAt`
    : quoted(name)

/** Row groups are small, because the engine holds a whole group in memory. */
const PARQUET = 'FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10240'

function copyTo(path: string, rows: string, format: Spec['format']) {
  return `COPY (${rows}) TO ${literal(path)} (${format === 'parquet' ? PARQUET : 'FORMAT json'})`
}
