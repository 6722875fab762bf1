import type { DatabaseSync } from 'node:sqlite'

export type Shape = Readonly<{ searchedBy: readonly string[]; lists: readonly string[] }>

export type Table = Shape & Readonly<{ name: string }>

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const columnOf = (field: string) => quoted(`$${field}`)
export const indexOf = (table: string, field: string) => quoted(`${table}.${field}`)
export const pathOf = (field: string) => `'$."${field.replaceAll("'", "''")}"'`

export function createTable(db: DatabaseSync, table: string, shape: Shape) {
  db.exec(bareTableSql(table, shape))
  for (const field of shape.searchedBy) db.exec(indexSql(table, field))
  for (const field of shape.lists) {
    db.exec(listTableSql(table, field))
    for (const sql of listTriggersSql(table, field)) db.exec(sql)
  }
}

/** The table has only the index by id. */
export function bareTableSql(table: string, { searchedBy }: Shape) {
  const columns = searchedBy.map(
    (field) => `${columnOf(field)} ANY GENERATED ALWAYS AS (document ->> ${pathOf(field)}) STORED, `,
  )
  return `CREATE TABLE ${quoted(table)} (
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, ${columns.join('')} document TEXT NOT NULL) STRICT`
}

/** The index ends with the id, so that sorts can use it too. */
export const indexSql = (table: string, field: string) =>
  `CREATE INDEX IF NOT EXISTS ${indexOf(table, field)} ON ${quoted(table)} (${columnOf(field)}, id)`

export const listTableSql = (table: string, field: string) =>
  `CREATE TABLE ${indexOf(table, field)} (value ANY, n INTEGER, PRIMARY KEY (value, n)) STRICT, WITHOUT ROWID`

/** Lists a value twice if a document has it twice. */
export const listEntriesSql = (table: string, field: string) =>
  `SELECT element.value, t.n FROM ${quoted(table)} AS t, json_each(t.document, ${pathOf(field)}) AS element
    WHERE element.value IS NOT NULL ORDER BY element.value, t.n`

const triggerOf = (table: string, field: string, when: 'INSERT' | 'DELETE' | 'UPDATE') =>
  indexOf(table, `${field} ${when}`)

/** With triggers, writes need not know the search fields. */
export function listTriggersSql(table: string, field: string): readonly string[] {
  const list = indexOf(table, field)
  const path = pathOf(field)
  const elements = (row: 'old' | 'new') =>
    `SELECT DISTINCT value FROM json_each(${row}.document, ${path}) WHERE value IS NOT NULL`
  const remove = `DELETE FROM ${list} WHERE n = old.n AND value IN (${elements('old')});`
  const add = `INSERT INTO ${list} SELECT value, new.n FROM (${elements('new')});`
  const trigger = (when: 'INSERT' | 'DELETE' | 'UPDATE', on: string, body: string) =>
    `CREATE TRIGGER ${triggerOf(table, field, when)} AFTER ${when} ${on} BEGIN ${body} END`
  const changed = `old.document -> ${path} IS NOT new.document -> ${path}`
  return [
    trigger('INSERT', `ON ${quoted(table)}`, add),
    trigger('DELETE', `ON ${quoted(table)}`, remove),
    trigger('UPDATE', `OF document ON ${quoted(table)} WHEN ${changed}`, remove + add),
  ]
}

/** Whether a list's table is complete: its triggers are created last. */
export const isListKept = (db: DatabaseSync, table: string, field: string) =>
  db.prepare(`SELECT 1 FROM sqlite_schema WHERE type = 'trigger' AND name = ?`).get(`${table}.${field} UPDATE`) !==
  undefined

export const putSql = (table: string) => `INSERT INTO ${quoted(table)} (id, document) VALUES (?, ?)
  ON CONFLICT (id) DO UPDATE SET document = excluded.document`
export const removeSql = (table: string) => `DELETE FROM ${quoted(table)} WHERE id = ?`

export const dropSql = ({ name, lists }: Pick<Table, 'name' | 'lists'>): readonly string[] =>
  [...lists.map((field) => indexOf(name, field)), quoted(name)].map((table) => `DROP TABLE IF EXISTS ${table}`)
