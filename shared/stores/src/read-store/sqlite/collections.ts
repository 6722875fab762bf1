import type { DatabaseSync } from 'node:sqlite'
import type { Collection, Document } from '@shop/language/read-models/collection'
import { inTransaction } from '../../open-sqlite.ts'
import { createTable, dropInPieces, dropTable, openTable, quoted, type Shape, type Table } from './table.ts'

/**
 * The collections of a read store. A collection's documents lie in a table named after it and a number
 * ("orders@1#3"): a rebuild fills the table of the next number and then makes it the live one.
 */
export function createCollections(db: DatabaseSync) {
  db.exec(
    'CREATE TABLE IF NOT EXISTS live (collection TEXT PRIMARY KEY, name TEXT NOT NULL, shape TEXT NOT NULL) STRICT',
  )
  dropLeftOvers(db)
  const selectLive = db.prepare('SELECT name, shape FROM live WHERE collection = ?')
  const setLive = db.prepare('INSERT OR REPLACE INTO live VALUES (?, ?, ?)')
  const tables = new Map<string, Table>()
  const known = new WeakMap<object, Table>()
  let generation = newestGeneration(db)

  /** The live table, made anew when it was made for other fields than these. */
  function tableOf<D extends Document>(collection: Collection<D>): Table {
    const found = known.get(collection)
    if (found && tables.get(collection.name) === found) return found
    const shape = shapeOf(collection)
    const old = tableNamed(collection.name)
    const table = same(old, shape) ? old : inTransaction(db, () => reshaped(collection.name, old, shape))
    tables.set(collection.name, table)
    known.set(collection, table)
    return table
  }

  /** The live table of a collection of which only the name is known; without any search fields if it is new. */
  function tableNamed(collection: string): Table {
    const found = tables.get(collection)
    if (found) return found
    const row = selectLive.get(collection)
    const table = row
      ? openTable(db, String(row.name), JSON.parse(String(row.shape)))
      : inTransaction(db, () => goLive(collection, create(collection, { searchedBy: [], lists: [] })))
    tables.set(collection, table)
    return table
  }

  function reshaped(collection: string, old: Table, shape: Shape): Table {
    const table = create(collection, shape)
    db.exec(`INSERT INTO ${quoted(table.name)} (id, document) SELECT id, document FROM ${quoted(old.name)}`)
    dropTable(db, old)
    return goLive(collection, table)
  }

  function create(collection: string, shape: Shape): Table {
    const name = `${collection}#${++generation}`
    createTable(db, name, shape)
    return openTable(db, name, shape)
  }

  function goLive(collection: string, table: Table): Table {
    const { searchedBy, lists } = table
    setLive.run(collection, table.name, JSON.stringify({ searchedBy, lists }))
    return table
  }

  return {
    tableOf,
    tableNamed,
    /** A table that nobody reads yet. */
    stage: <D extends Document>(collection: Collection<D>) =>
      inTransaction(db, () => create(collection.name, shapeOf(collection))),
    /** To be called in a transaction. */
    goLive,
    /** To be called when that transaction has committed. Answers the table that is out of use now. */
    swapped(collection: string, table: Table): Table | undefined {
      const old = tables.get(collection)
      tables.set(collection, table)
      return old
    },
    drop: (table: Table) => dropInPieces(db, table),
  }
}

const shapeOf = <D extends Document>({ searchedBy, lists = [] }: Collection<D>): Shape => ({ searchedBy, lists })
const same = (one: Shape, other: Shape) =>
  String(one.searchedBy) === String(other.searchedBy) && String(one.lists) === String(other.lists)

const newestGeneration = (db: DatabaseSync) =>
  Number(
    db.prepare(`SELECT max(CAST(substr(name, instr(name, '#') + 1) AS INTEGER)) AS newest FROM live`).get()?.newest,
  )

/** What a rebuild left that did not come to its end. */
function dropLeftOvers(db: DatabaseSync) {
  const tables = db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE '%@%#%'
      AND NOT EXISTS (SELECT 1 FROM live WHERE live.name = sqlite_schema.name OR sqlite_schema.name LIKE live.name || '.%')`)
    .all()
  for (const { name } of tables) db.exec(`DROP TABLE ${quoted(String(name))}`)
}
