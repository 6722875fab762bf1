import type { DatabaseSync } from 'node:sqlite'
import type { Collection, Document } from '@shop/language/collection'
import { inTransaction } from '../../open-sqlite.ts'
import { DamagedDocuments } from './damage.ts'
import { type OpenTable, openTable } from './open-table.ts'
import { createTable, dropSql, quoted, type Shape, type Table } from './table.ts'

/**
 * A collection's documents are in a table with a number in its name ("orders@1#3"). A rebuild fills the table of the next number and then
 * makes it live. `isBuilt`: the collection's projection has a checkpoint.
 */
export function createCollections(db: DatabaseSync, isBuilt: (collection: string) => boolean) {
  dropLeftOvers(db)
  const liveTable = liveTablesIn(db)
  const setLive = db.prepare('INSERT OR REPLACE INTO live VALUES (?, ?, ?)')
  const tables = new Map<string, OpenTable>()
  const known = new WeakMap<object, OpenTable>()
  let generation = newestGeneration(db)

  /** Replaces a table that was made for other search fields. */
  function tableOf<D extends Document>(collection: Collection<D>): OpenTable {
    const found = known.get(collection)
    if (found && tables.get(collection.name) === found) return found
    const shape = shapeOf(collection)
    const old = tableNamed(collection.name)
    const table = same(old, shape) ? old : inTransaction(db, () => reshaped(collection.name, old, shape))
    tables.set(collection.name, table)
    known.set(collection, table)
    return table
  }

  /** A new table has no search fields. Throws DamagedDocuments if the table of a built collection is gone. */
  function tableNamed(collection: string): OpenTable {
    const found = tables.get(collection)
    if (found) return found
    const live = liveTable(collection)
    if (!live && isBuilt(collection)) throw new DamagedDocuments('its table is gone')
    const table = live
      ? openTable(db, live.name, live)
      : inTransaction(db, () => goLive(collection, create(collection, { searchedBy: [], lists: [] })))
    tables.set(collection, table)
    return table
  }

  function reshaped(collection: string, old: OpenTable, shape: Shape): OpenTable {
    const table = create(collection, shape)
    db.exec(`INSERT INTO ${quoted(table.name)} (id, document) SELECT id, document FROM ${quoted(old.name)}`)
    for (const sql of dropSql(old)) db.exec(sql)
    return goLive(collection, table)
  }

  function create(collection: string, shape: Shape): OpenTable {
    const name = nextName(collection)
    createTable(db, name, shape)
    return openTable(db, name, shape)
  }

  const nextName = (collection: string) => `${collection}#${++generation}`

  function goLive(collection: string, table: OpenTable): OpenTable {
    setLive.run(collection, table.name, textOf(table))
    return table
  }

  return {
    tableOf,
    tableNamed,
    liveTable,
    nextName,
    /** Call it after another table, or none, is live. */
    forget: (collection: string) => void tables.delete(collection),
    /** Call it in a transaction. */
    goLive,
  }
}

export const shapeOf = <D extends Document>({ searchedBy, lists = [] }: Collection<D>): Shape => ({ searchedBy, lists })
/** STORAGE FORMAT. */
export const textOf = ({ searchedBy, lists }: Shape) => JSON.stringify({ searchedBy, lists })
const same = (one: Shape, other: Shape) => textOf(one) === textOf(other)

/** The returned function names the table even if an operator has dropped it. */
function liveTablesIn(db: DatabaseSync) {
  const select = db.prepare('SELECT name, shape FROM live WHERE collection = ?')
  return (collection: string): Table | undefined => {
    const row = select.get(collection)
    return row && { name: String(row.name), ...JSON.parse(String(row.shape)) }
  }
}

const newestGeneration = (db: DatabaseSync) =>
  Number(
    db
      .prepare(`SELECT max(CAST(substr(name, instr(name, '#') + 1) AS INTEGER)) AS newest
        FROM (SELECT name FROM live UNION ALL SELECT name FROM staged)`)
      .get()?.newest,
  )

/** An ended process can leave tables that are neither live nor staged. A table whose stored shape is damaged counts as left over. */
function dropLeftOvers(db: DatabaseSync) {
  for (const list of ['live', 'staged']) db.exec(`DELETE FROM ${list} WHERE NOT json_valid(shape)`)
  const tables = db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE '%@%#%'
      AND NOT EXISTS (SELECT 1 FROM (SELECT name FROM live UNION ALL SELECT name FROM staged) AS used
        WHERE used.name = sqlite_schema.name OR sqlite_schema.name LIKE used.name || '.%')`)
    .all()
  for (const { name } of tables) db.exec(`DROP TABLE ${quoted(String(name))}`)
}
