import { columnTexts } from '../pseudonyms/column-texts.ts'
import { allTables, eventsTable, quoted, type Table } from '../tables/all-tables.ts'
import { fromLines, selectRows } from '../tables/read-sql.ts'
import { TAIL, TAIL_AS_OF, TAIL_FILES } from './tail-names.ts'

/** By column: all values that the shop writes, or `pseudonym`, or `any`. */
export type ColumnValues = Readonly<Record<string, readonly string[] | 'pseudonym' | 'any'>>

export type TableSql = Readonly<{
  name: string
  /** The columns, for reading a segment's file. */
  columns: string
  /** The SELECT from the relation `TAIL_AS_OF`. */
  fromTail: string
  /** Only columns of texts are listed. */
  values: ColumnValues
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
    values: valuesOf(table),
  })),
  makeTail: `CREATE TABLE ${quoted(TAIL)} (${eventsTable.columns.map(({ name, type }) => `${quoted(name)} ${type}`).join(', ')})`,
  fillTail: `INSERT INTO ${quoted(TAIL)} ${selectRows(eventsTable, fromLines(TAIL_FILES))}`,
}

function valuesOf({ name: table, columns }: Table): ColumnValues {
  const texts = columns.filter(({ type }) => type === 'VARCHAR')
  return Object.fromEntries(
    texts.map((column) => [
      column.name,
      column.treatment === 'pseudonym' ? column.treatment : (columnTexts(table, column)[0]?.values ?? 'any'),
    ]),
  )
}
