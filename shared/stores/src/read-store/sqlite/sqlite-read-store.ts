import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { START } from '@shop/language/events/event'
import type { Collection, Document } from '@shop/language/read-models/collection'
import { soleLease } from '../../lease.ts'
import { inTransaction } from '../../open-sqlite.ts'
import { piecesOf } from '../pieces.ts'
import type { Query, ReadStore, Step } from '../read-store.ts'
import { createCollections } from './collections.ts'
import { createPrepare, findPage } from './query.ts'
import { openReadModels } from './read-models-file.ts'
import { quoted } from './table.ts'

const PIECE = 500

/** The documents in one file. It may be deleted at any time, and a file that is none, or is damaged, is started anew. */
export function openSqliteReadStore(file: string): ReadStore {
  const db = openReadModels(file)
  const collections = createCollections(db)
  const prepare = createPrepare(db)
  const changed = new EventEmitter().setMaxListeners(0)
  const selectCheckpoint = db.prepare('SELECT position FROM checkpoints WHERE projection = ?')
  const setCheckpoint = db.prepare('INSERT OR REPLACE INTO checkpoints VALUES (?, ?)')
  const checkpoint = (projection: string) => selectCheckpoint.get(projection)?.position as string | undefined

  function apply({ projection, from, to, writes }: Step) {
    const at = checkpoint(projection) ?? START
    if (at !== from) throw new Error(`${projection} is at '${at}', not '${from}': is it running twice?`)
    const table = collections.tableNamed(projection)
    for (const write of writes) table.write(write)
    setCheckpoint.run(projection, to)
  }

  return {
    async get<D extends Document>(collection: Collection<D>, id: string) {
      const { name } = collections.tableOf(collection)
      const row = prepare(`SELECT document FROM ${quoted(name)} WHERE id = ?`).get(id)
      return row && (JSON.parse(String(row.document)) as D)
    },

    async getMany<D extends Document>(collection: Collection<D>, ids: readonly string[]) {
      const { name } = collections.tableOf(collection)
      const select = `SELECT id, document FROM ${quoted(name)} WHERE id IN (SELECT value FROM json_each(?))`
      const rows = prepare(select).all(JSON.stringify(ids))
      return new Map(rows.map(({ id, document }) => [String(id), JSON.parse(String(document)) as D]))
    },

    async find<D extends Document>(collection: Collection<D>, query: Query<D> = {}) {
      return findPage(prepare, collections.tableOf(collection), query)
    },

    checkpoint: async (projection) => checkpoint(projection),
    lease: async () => soleLease,

    async commit(steps) {
      for (const { projection } of steps) collections.tableNamed(projection)
      inTransaction(db, () => steps.forEach(apply))
      changed.emit('commit', steps)
    },

    async replace<D extends Document>(collection: Collection<D>, documents: Iterable<D>, to: string) {
      const projection = collection.name
      collections.tableOf(collection)
      const table = collections.stage(collection)
      try {
        for (const piece of piecesOf(documents, PIECE)) {
          inTransaction(db, () => {
            for (const document of piece) table.write({ id: document._id, document })
          })
          await nextTurn()
        }
      } catch (error) {
        await collections.drop(table)
        throw error
      }
      inTransaction(db, () => {
        collections.goLive(projection, table)
        setCheckpoint.run(projection, to)
      })
      const old = collections.swapped(projection, table)
      changed.emit('commit', [{ projection, from: START, to, writes: [] }])
      if (old) await collections.drop(old)
    },

    onCommit(listener) {
      changed.on('commit', listener)
      return () => changed.off('commit', listener)
    },

    async close() {
      if (db.isOpen) db.close()
    },
  }
}
