import type { Document } from '@shop/language/collection'
import type { Wanted } from '../read-store.ts'
import { parsed } from './damage.ts'
import type { Prepare } from './query.ts'
import { columnOf, indexOf, quoted, type Table } from './table.ts'

/** Throws for a field that is not declared. */
export function documentsWanted(prepare: Prepare, table: Table, { ids = [], anyOf = {} }: Wanted) {
  const byField = Object.entries(anyOf).flatMap(([field, values]) => {
    requireSearched(table, field)
    return documentsOf<Document>(prepare(whereSql(table.name, field)).all(JSON.stringify(values)))
  })
  return ids.length > 0 ? [...documentsById<Document>(prepare, table.name, ids), ...byField] : byField
}

export function documentsById<D extends Document>(prepare: Prepare, table: string, ids: readonly string[]) {
  const select = `SELECT document FROM ${quoted(table)} WHERE id IN (SELECT value FROM json_each(?))`
  return documentsOf<D>(prepare(select).all(JSON.stringify(ids)))
}

export const documentsAfter = (prepare: Prepare, table: string, id: string, limit: number) =>
  documentsOf<Document>(
    prepare(`SELECT document FROM ${quoted(table)} WHERE id > ? ORDER BY id LIMIT ?`).all(id, limit),
  )

export function requireSearched({ name, searchedBy }: Pick<Table, 'name' | 'searchedBy'>, field: string) {
  if (!searchedBy.includes(field)) throw new Error(`${name} is not searched by ${field}`)
}

/** The SQL's parameter is the JSON list of the values. */
export const whereSql = (table: string, field: string) =>
  `SELECT document FROM ${quoted(table)} INDEXED BY ${indexOf(table, field)}
    WHERE ${columnOf(field)} IN (SELECT value FROM json_each(?))`

const documentsOf = <D extends Document>(rows: readonly Record<string, unknown>[]) =>
  rows.map(({ document }) => parsed<D>(document))
