import type { SQLInputValue } from 'node:sqlite'
import type { Document } from '@shop/language/collection'
import { rangeOfStart } from '../range-of-start.ts'
import type { Conditions, Value } from '../read-store.ts'
import { columnOf, indexOf, pathOf, quoted, type Table } from './table.ts'

/** One condition in two forms with the same values. */
export type Condition = Readonly<{
  /** SQL that checks the document `t`. */
  check: string
  /** SQL that finds the row numbers of matching documents, using only an index. */
  rows: string
  values: readonly SQLInputValue[]
}>

type Range = Readonly<{ from?: number | string; to?: number | string }>

/** Field names come from code, never from a request. Values are always bound. */
export function conditionsOf<D extends Document>(
  table: Table,
  { anyOf = {}, startWith = {}, between = {} }: Conditions<D>,
): Condition[] {
  const any = Object.entries(anyOf) as [string, readonly Value[]][]
  const starts = Object.entries(startWith) as [string, readonly string[]][]
  const ranges = Object.entries(between) as [string, Range][]
  return [
    ...any.map(([field, values]) =>
      table.lists.includes(field) ? listContainsAny(table, field, values) : fieldIsAny(table, field, values),
    ),
    ...starts.flatMap(([field, texts]) => texts.map((text) => listHasStart(table, field, text))),
    ...ranges
      .filter(([, range]) => Object.keys(range).length > 0)
      .map(([field, range]) => fieldIsIn(table, field, range)),
  ]
}

// The plus sign keeps SQLite from using the column's index. `planOf` chooses the index of a query.
function fieldIsAny(table: Table, field: string, values: readonly Value[]): Condition {
  const test = (column: string) =>
    values.includes(null) ? `(${column} IN ${BOUND_LIST} OR ${column} IS NULL)` : `${column} IN ${BOUND_LIST}`
  return ofField(table, field, test(`+t.${columnOf(field)}`), test(columnOf(field)), [JSON.stringify(values)])
}

function fieldIsIn(table: Table, field: string, { from, to }: Range): Condition {
  const test = (column: string) =>
    [from !== undefined && `${column} >= ?`, to !== undefined && `${column} <= ?`].filter(Boolean).join(' AND ')
  const values = [from, to].filter((end) => end !== undefined)
  return ofField(table, field, test(`t.${columnOf(field)}`), test(columnOf(field)), values)
}

function ofField(table: Table, field: string, check: string, test: string, values: SQLInputValue[]): Condition {
  if (!table.searchedBy.includes(field)) throw new Error(`${table.name} is not searched by ${field}`)
  const rows = `SELECT n FROM ${quoted(table.name)} INDEXED BY ${indexOf(table.name, field)} WHERE ${test}`
  return { check, rows, values }
}

function listContainsAny(table: Table, field: string, values: readonly Value[]): Condition {
  const list = indexOf(table.name, field)
  return {
    check: `EXISTS (SELECT 1 FROM ${list} WHERE value IN ${BOUND_LIST} AND n = t.n)`,
    rows: `SELECT DISTINCT n FROM ${list} WHERE value IN ${BOUND_LIST}`,
    values: [JSON.stringify(values)],
  }
}

function listHasStart(table: Table, field: string, text: string): Condition {
  if (!table.lists.includes(field)) throw new Error(`${table.name} has no search list ${field}`)
  return {
    // This check reads only the document. If the check used the list's index, SQLite would read all matching texts for each document.
    check: `EXISTS (SELECT 1 FROM json_each(t.document, ${pathOf(field)}) WHERE value BETWEEN ? AND ?)`,
    rows: `SELECT DISTINCT n FROM ${indexOf(table.name, field)} WHERE value BETWEEN ? AND ?`,
    values: rangeOfStart(text),
  }
}

const BOUND_LIST = '(SELECT value FROM json_each(?))'
