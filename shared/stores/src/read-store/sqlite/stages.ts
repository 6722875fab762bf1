import type { DatabaseSync } from 'node:sqlite'
import type { Collection, Document } from '@shop/language/collection'
import type { Position } from '@shop/language/events/event'
import { defect, logFact } from '../../logger/logger.ts'
import { inTransaction } from '../../open-sqlite.ts'
import type { InTurn } from '../../turns/in-process-turns.ts'
import type { Stage, Write } from '../read-store.ts'
import type { Background } from './background.ts'
import { type createCollections, shapeOf } from './collections.ts'
import { tellsOfDamage } from './damage.ts'
import { createIndexes, dropInPieces, type Writing } from './long-work.ts'
import { type OpenTable, openTable, requireSearched } from './open-table.ts'
import type { Prepare } from './query.ts'
import { createStagedTables } from './staged-tables.ts'
import { indexSql, putSql, removeSql } from './table.ts'
import type { Statement } from './transact.ts'

type Parts = Readonly<{
  db: DatabaseSync
  prepare: Prepare
  collections: ReturnType<typeof createCollections>
  background: Background
  /** Runs writes one after the other, because SQLite blocks this thread while another connection writes. */
  inTurn: InTurn
  setRebuilt: (projection: string, position: Position) => void
  onLive: (projection: Collection<Document>['name'], position: Position) => void
}>

/**
 * Tables that are being filled. They get their indexes late, because making an index once is much faster than updating it with each
 * document.
 */
export function createStages(parts: Parts) {
  const { db, prepare, collections, background, inTurn } = parts
  const writing: Writing = (...statements) => inTurn(() => background.transact(statements))
  const { foundOrMade, forget } = createStagedTables(prepare, collections, writing)

  async function goLive<D extends Document>(collection: Collection<D>, table: OpenTable, position: Position) {
    await createIndexes(db, table, background, writing)
    const old = await inTurn(() => {
      const old = collections.liveTable(collection.name)
      inTransaction(db, () => {
        collections.goLive(collection.name, table)
        parts.setRebuilt(collection.name, position)
        prepare('DELETE FROM staged WHERE collection = ?').run(collection.name)
      })
      collections.forget(collection.name)
      parts.onLive(collection.name, position)
      return old
    })
    // If this fails, the next start drops the rest of the old table.
    await (old && dropInPieces(writing, old))?.catch((error) =>
      logFact('warn', 'The old documents of a read model could not be dropped', {
        projection: collection.name,
        ...defect(error),
      }),
    )
  }

  return async function stage<D extends Document>(collection: Collection<D>): Promise<Stage> {
    const found = await foundOrMade(collection)
    const { name } = found
    const table = openTable(db, name, shapeOf(collection))
    const indexed = new Set<string>()
    let { position } = found

    /** A damaged stage is dropped, so that the next one starts again. */
    async function reading<T>(read: () => T): Promise<T> {
      try {
        return read()
      } catch (error) {
        if (tellsOfDamage(error)) await forget(collection, table)
        throw error
      }
    }

    return {
      position: () => position,

      async read(wanted) {
        for (const field of Object.keys(wanted.anyOf ?? {})) {
          requireSearched(table, field)
          if (!indexed.has(field)) await writing({ sql: indexSql(name, field) })
          indexed.add(field)
        }
        return reading(() => table.wanted(wanted))
      },

      documentsAfter: (id, limit) => reading(() => table.after(id, limit)),

      async write(writes, to) {
        const moved = 'UPDATE staged SET position = ? WHERE collection = ?'
        await writing(...statementsOf(name, writes), { sql: moved, rows: [[to, collection.name]] })
        position = to
      },

      goLive: () => goLive(collection, table, position),

      drop: () => forget(collection, table),
    }
  }
}

const statementsOf = (table: string, writes: readonly Write[]): readonly Statement[] => [
  {
    sql: putSql(table),
    rows: writes.flatMap(({ id, document }) => (document ? [[id, JSON.stringify(document)]] : [])),
  },
  { sql: removeSql(table), rows: writes.flatMap(({ id, document }) => (document ? [] : [[id]])) },
]
