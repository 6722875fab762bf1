import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { Document } from '@shop/language/collection'
import type { Scalar, Wanted, Write } from '../read-store.ts'
import { documentIn } from './damage.ts'
import { columnOf, indexOf, putSql, quoted, removeSql, type Shape, type Table } from './table.ts'

export type OpenTable = ReturnType<typeof openTable>

/** The table must exist. */
export function openTable(db: DatabaseSync, name: string, shape: Shape) {
  const select = `SELECT document FROM ${quoted(name)}`
  const byIds = db.prepare(`${select} WHERE id IN (SELECT value FROM json_each(?))`)
  const after = db.prepare(`${select} WHERE id > ? ORDER BY id LIMIT ?`)
  const put = db.prepare(putSql(name))
  const remove = db.prepare(removeSql(name))
  const byField = new Map<string, StatementSync>()

  const withIds = <D extends Document>(ids: readonly string[]) => byIds.all(JSON.stringify(ids)).map(documentIn<D>)

  function withValues(field: string, values: readonly Scalar[]) {
    requireSearched({ ...shape, name }, field)
    const found = byField.get(field) ?? db.prepare(whereSql(name, field))
    byField.set(field, found)
    return found.all(JSON.stringify(values)).map(documentIn)
  }

  return {
    ...shape,
    name,
    withIds,
    /** Throws for a field that is not declared. */
    wanted({ ids = [], anyOf = {} }: Wanted): readonly Document[] {
      const found = Object.entries(anyOf).flatMap(([field, values]) => withValues(field, values))
      return ids.length > 0 ? [...withIds(ids), ...found] : found
    },
    after: (id: string, limit: number): readonly Document[] => after.all(id, limit).map(documentIn),
    write({ id, document }: Write) {
      if (document) put.run(id, JSON.stringify(document))
      else remove.run(id)
    },
  }
}

export function requireSearched({ name, searchedBy }: Table, field: string) {
  if (!searchedBy.includes(field)) throw new Error(`${name} is not searched by ${field}`)
}

/** The SQL's parameter is the JSON list of the values. */
export const whereSql = (table: string, field: string) =>
  `SELECT document FROM ${quoted(table)} INDEXED BY ${indexOf(table, field)}
    WHERE ${columnOf(field)} IN (SELECT value FROM json_each(?))`
