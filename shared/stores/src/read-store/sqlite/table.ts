import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { inTransaction } from '../../open-sqlite.ts'
import type { Write } from '../read-store.ts'

/** What a table is made for: the part of a Collection that decides its indexes. */
export type Shape = Readonly<{ searchedBy: readonly string[]; lists: readonly string[] }>

/** One generation of a collection's documents. */
export type Table = Shape & Readonly<{ name: string; write: (write: Write) => void }>

const PIECE = 500

export const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
export const columnOf = (field: string) => quoted(`$${field}`)
export const indexOf = (table: string, field: string) => quoted(`${table}.${field}`)
const pathOf = (field: string) => `'$."${field.replaceAll("'", "''")}"'`

/**
 * Each single field has a stored column and an index ending in the id. Each list has a table of its own, kept by
 * triggers, so that whoever writes a document needs to know nothing of what it is searched by.
 */
export function createTable(db: DatabaseSync, table: string, { searchedBy, lists }: Shape) {
  const columns = searchedBy.map(
    (field) => `${columnOf(field)} ANY GENERATED ALWAYS AS (document ->> ${pathOf(field)}) STORED, `,
  )
  db.exec(`CREATE TABLE ${quoted(table)} (
    n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, ${columns.join('')} document TEXT NOT NULL) STRICT`)
  for (const field of searchedBy)
    db.exec(`CREATE INDEX ${indexOf(table, field)} ON ${quoted(table)} (${columnOf(field)}, id)`)
  for (const field of lists) createListTable(db, table, field)
}

function createListTable(db: DatabaseSync, table: string, field: string) {
  const list = indexOf(table, field)
  const path = pathOf(field)
  const elements = (row: 'old' | 'new') =>
    `SELECT DISTINCT value FROM json_each(${row}.document, ${path}) WHERE value IS NOT NULL`
  const remove = `DELETE FROM ${list} WHERE n = old.n AND value IN (${elements('old')});`
  const add = `INSERT INTO ${list} SELECT value, new.n FROM (${elements('new')});`
  const trigger = (when: string, body: string) =>
    db.exec(`CREATE TRIGGER ${indexOf(table, `${field} ${when.slice(0, 6)}`)} AFTER ${when} BEGIN ${body} END`)
  db.exec(`CREATE TABLE ${list} (value ANY, n INTEGER, PRIMARY KEY (value, n)) STRICT, WITHOUT ROWID`)
  trigger(`INSERT ON ${quoted(table)}`, add)
  trigger(`DELETE ON ${quoted(table)}`, remove)
  const changed = `old.document -> ${path} IS NOT new.document -> ${path}`
  trigger(`UPDATE OF document ON ${quoted(table)} WHEN ${changed}`, remove + add)
}

export function openTable(db: DatabaseSync, name: string, shape: Shape): Table {
  let put: StatementSync | undefined
  let remove: StatementSync | undefined
  return {
    ...shape,
    name,
    write({ id, document }) {
      put ??= db.prepare(`INSERT INTO ${quoted(name)} (id, document) VALUES (?, ?)
        ON CONFLICT (id) DO UPDATE SET document = excluded.document`)
      remove ??= db.prepare(`DELETE FROM ${quoted(name)} WHERE id = ?`)
      if (document) put.run(id, JSON.stringify(document))
      else remove.run(id)
    },
  }
}

export function dropTable(db: DatabaseSync, { name, lists }: Table) {
  for (const field of lists) db.exec(`DROP TABLE ${indexOf(name, field)}`)
  db.exec(`DROP TABLE ${quoted(name)}`)
}

/** Emptied first, a piece a turn: dropping a big table at once holds everybody up. */
export async function dropInPieces(db: DatabaseSync, table: Table) {
  const name = quoted(table.name)
  const removePiece = db.prepare(`DELETE FROM ${name} WHERE n IN (SELECT n FROM ${name} LIMIT ${PIECE})`)
  while (db.isOpen && Number(removePiece.run().changes) > 0) await nextTurn()
  if (db.isOpen) inTransaction(db, () => dropTable(db, table))
}
