import type { Collection, Document } from '@shop/language/collection'
import { type Position, START } from '@shop/language/events/event'
import { type createCollections, shapeOf, textOf } from './collections.ts'
import { dropInPieces, type Writing } from './long-work.ts'
import type { Prepare } from './query.ts'
import { bareTableSql, type Table } from './table.ts'

export type StagedTable = Readonly<{ name: string; position: Position }>

/** The SQL table `staged` lists the tables that are being filled. */
export function createStagedTables(
  prepare: Prepare,
  collections: ReturnType<typeof createCollections>,
  writing: Writing,
) {
  async function leftBehind<D extends Document>(collection: Collection<D>) {
    const row = prepare(`SELECT name, shape, position FROM staged
      WHERE collection = ? AND name IN (SELECT name FROM sqlite_schema)`).get(collection.name)
    if (!row) return undefined
    if (row.shape === textOf(shapeOf(collection))) return { name: String(row.name), position: String(row.position) }
    await forget(collection, { name: String(row.name), ...JSON.parse(String(row.shape)) })
    return undefined
  }

  async function made<D extends Document>(collection: Collection<D>) {
    const name = collections.nextName(collection.name)
    const shape = shapeOf(collection)
    const staged = [collection.name, name, textOf(shape), START]
    await writing(
      { sql: bareTableSql(name, shape) },
      { sql: 'INSERT OR REPLACE INTO staged VALUES (?, ?, ?, ?)', rows: [staged] },
    )
    return { name, position: START }
  }

  async function forget<D extends Document>(collection: Collection<D>, table: Table) {
    await writing({ sql: 'DELETE FROM staged WHERE collection = ?', rows: [[collection.name]] })
    await dropInPieces(writing, table)
  }

  return {
    /** Returns the table of an interrupted rebuild, or else a new table. */
    async foundOrMade<D extends Document>(collection: Collection<D>): Promise<StagedTable> {
      return (await leftBehind(collection)) ?? (await made(collection))
    },

    forget,
  }
}
