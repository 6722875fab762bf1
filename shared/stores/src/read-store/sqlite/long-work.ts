import type { DatabaseSync } from 'node:sqlite'
import type { Background } from './background.ts'
import {
  dropSql,
  indexOf,
  indexSql,
  isListKept,
  listEntriesSql,
  listTableSql,
  listTriggersSql,
  quoted,
  type Table,
} from './table.ts'
import type { Statement } from './transact.ts'

const ENTRIES_A_PIECE = 100_000
const DOCUMENTS_A_PIECE = 2_000

/** Runs statements in one transaction, after all earlier writes. Returns how many rows the last statement changed. */
export type Writing = (...statements: readonly Statement[]) => Promise<number>

/** Makes the indexes in several transactions, so that other writers can write in between. */
export async function createIndexes(db: DatabaseSync, table: Table, background: Background, writing: Writing) {
  for (const field of table.searchedBy) await writing({ sql: indexSql(table.name, field) })
  for (const field of table.lists) {
    if (isListKept(db, table.name, field)) continue
    const list = indexOf(table.name, field)
    await writing({ sql: `DROP TABLE IF EXISTS ${list}` }, { sql: listTableSql(table.name, field) })
    await background.transact([
      { sql: 'DROP TABLE IF EXISTS temp.entries' },
      { sql: `CREATE TEMP TABLE entries AS ${listEntriesSql(table.name, field)}` },
    ])
    for (let from = 0, written = 1; written > 0; from += ENTRIES_A_PIECE)
      written = await writing({
        sql: `INSERT OR REPLACE INTO ${list} SELECT value, n FROM temp.entries WHERE rowid > ? AND rowid <= ?`,
        rows: [[from, from + ENTRIES_A_PIECE]],
      })
    await writing(...listTriggersSql(table.name, field).map((sql) => ({ sql })))
    await background.transact([{ sql: 'DROP TABLE temp.entries' }])
  }
}

/** Works in pieces, because dropping a large full table would block other writers for a long time. */
export async function dropInPieces(writing: Writing, table: Table) {
  const name = quoted(table.name)
  const lists = table.lists.map((field) => indexOf(table.name, field))
  await writing(
    ...table.lists.map((field) => ({ sql: `DROP TRIGGER IF EXISTS ${indexOf(table.name, `${field} DELETE`)}` })),
    ...table.searchedBy.map((field) => ({ sql: `DROP INDEX IF EXISTS ${indexOf(table.name, field)}` })),
  )
  const emptied = async (from: string, key: string, piece: number) => {
    const sql = `DELETE FROM ${from} WHERE (${key}) IN (SELECT ${key} FROM ${from} LIMIT ${piece})`
    while ((await writing({ sql })) > 0);
  }
  // An interrupted process or an operator may have removed tables.
  for (const one of [...lists, name]) await writing({ sql: `CREATE TABLE IF NOT EXISTS ${one} (value ANY, n INTEGER)` })
  for (const list of lists) await emptied(list, 'value, n', ENTRIES_A_PIECE)
  await emptied(name, 'n', DOCUMENTS_A_PIECE)
  await writing(...dropSql(table).map((sql) => ({ sql })))
}
