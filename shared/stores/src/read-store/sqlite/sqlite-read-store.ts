import { EventEmitter } from 'node:events'
import { START } from '@shop/language/events/event'
import type { Collection, Document } from '@shop/language/read-models/collection'
import { soleLease } from '../../lease.ts'
import { inTransaction } from '../../open-sqlite.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { Conditions, Query, ReadStore, Step } from '../read-store.ts'
import { inSameThread, inThreadOfItsOwn } from './background.ts'
import { createCheckpoints } from './checkpoints.ts'
import { createCollections } from './collections.ts'
import { createDamage, type Damage, parsed } from './damage.ts'
import { countOf, createPrepare, findPage, type Prepare } from './query.ts'
import { openReadModels } from './read-models-file.ts'
import { createStages } from './stages.ts'
import { quoted } from './table.ts'

/** The documents in one file. It may be deleted at any time; a damaged file, or one that is no database, is replaced. */
export function openSqliteReadStore(file: string): ReadStore {
  const db = openReadModels(file)
  const collections = createCollections(db)
  const prepare = createPrepare(db)
  const inTurn = oneAtATime()
  const background = file === ':memory:' ? inSameThread(db) : inThreadOfItsOwn(file)
  const changed = new EventEmitter().setMaxListeners(0)
  const checkpoints = createCheckpoints(db)

  const damage = createDamage((projection) =>
    inTurn(() => {
      const { position, ...told } = checkpoints.get(projection) ?? {}
      if (position === undefined) return
      const step = { projection: projection as Step['projection'], from: position, to: position, writes: [] }
      inTransaction(db, () => checkpoints.set(projection, { ...told, position, damaged: true }))
      changed.emit('commit', [{ ...step, ...told, damaged: true }])
    }),
  )

  function apply({ projection, from, to: position, writes, halted, leftOut }: Step) {
    const { position: at = START, damaged } = checkpoints.get(projection) ?? {}
    if (damaged) throw new Error(`${projection} is damaged, and follows the log once it is built anew`)
    if (at !== from) throw new Error(`${projection} is at '${at}', not '${from}': is it running twice?`)
    const table = collections.tableNamed(projection)
    for (const write of writes) table.write(write)
    checkpoints.set(projection, { position, ...(halted && { halted }), ...(leftOut && { leftOut }) })
  }

  return {
    ...createReads(prepare, collections, damage),

    ...createCheckpointReads(checkpoints),
    lease: async () => soleLease,

    async commit(steps) {
      await inTurn(() => {
        for (const { projection } of steps) collections.tableNamed(projection)
        inTransaction(db, () => {
          for (const step of steps) damage.noticed(step.projection, () => apply(step))
        })
        changed.emit('commit', steps)
      })
    },

    stage: createStages({
      db,
      prepare,
      collections,
      background,
      inTurn,
      setCheckpoint: (projection, position) => checkpoints.set(projection, { position }),
      onLive(projection, to) {
        damage.healed(projection)
        changed.emit('commit', [{ projection, from: START, to, writes: [] }])
      },
    }),

    async staged(projection) {
      const row = prepare('SELECT position FROM staged WHERE collection = ?').get(projection)
      return row && String(row.position)
    },

    onCommit(listener) {
      changed.on('commit', listener)
      return () => changed.off('commit', listener)
    },

    async close() {
      await background.close()
      if (db.isOpen) db.close()
    },
  }
}

const createCheckpointReads = ({ get, all }: ReturnType<typeof createCheckpoints>) => ({
  checkpoint: async (projection: string) => get(projection),
  checkpoints: async () => all(),
})

/** The questions to documents. */
const createReads = (prepare: Prepare, collections: ReturnType<typeof createCollections>, { noticed }: Damage) =>
  ({
    get: async <D extends Document>(collection: Collection<D>, id: string) =>
      noticed(collection.name, () => {
        const { name } = collections.tableOf(collection)
        const row = prepare(`SELECT document FROM ${quoted(name)} WHERE id = ?`).get(id)
        return row && parsed<D>(row.document)
      }),

    getMany: async <D extends Document>(collection: Collection<D>, ids: readonly string[]) =>
      noticed(collection.name, () => {
        const { name } = collections.tableOf(collection)
        const select = `SELECT id, document FROM ${quoted(name)} WHERE id IN (SELECT value FROM json_each(?))`
        const rows = prepare(select).all(JSON.stringify(ids))
        return new Map(rows.map(({ id, document }) => [String(id), parsed<D>(document)]))
      }),

    find: async <D extends Document>(collection: Collection<D>, query: Query<D> = {}) =>
      noticed(collection.name, () => findPage(prepare, collections.tableOf(collection), query)),

    count: async <D extends Document>(collection: Collection<D>, query: Conditions<D>, most: number) =>
      noticed(collection.name, () => countOf(prepare, collections.tableOf(collection), query, most)),
  }) satisfies Partial<ReadStore>
