import { allTables, eventsTable, quoted } from '../tables/all-tables.ts'
import { fromLines, selectRows } from '../tables/read-sql.ts'
import { TAIL, TAIL_AS_OF, TAIL_FILES } from './tail-names.ts'

export type TableSql = Readonly<{
  name: string
  /** The columns, for reading a segment's file. */
  columns: string
  /** The SELECT from the relation `TAIL_AS_OF`. */
  fromTail: string
}>
/**
 * The parent process computes this once, because computing it takes longer than most answers. The caller must replace `TAIL_FILES` in
 * `fillTail` by a list of files.
 */
export type CopySql = Readonly<{ tables: readonly TableSql[]; makeTail: string; fillTail: string }>

export const copySql: CopySql = {
  tables: allTables.map((table) => ({
    name: table.name,
    columns: table.columns.map(({ name }) => quoted(name)).join(', '),
    fromTail: selectRows(table, quoted(TAIL_AS_OF)),
  })),
  makeTail: `CREATE TABLE ${quoted(TAIL)} (${eventsTable.columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ')})`,
  fillTail: `INSERT INTO ${quoted(TAIL)} ${selectRows(eventsTable, fromLines(TAIL_FILES))}`,
}
