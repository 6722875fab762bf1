import { EventEmitter } from 'node:events'
import type { Collection, Document } from '@shop/language/collection'
import { START } from '@shop/language/events/event'
import { soleLease } from '../../lease.ts'
import { inTransaction } from '../../open-sqlite.ts'
import { oneAtATime } from '../../turns/in-process-turns.ts'
import type { Checkpoint } from '../checkpoint.ts'
import type { Conditions, ProjectionName, Query, ReadStore, Step } from '../read-store.ts'
import { stepOf } from '../step-of.ts'
import { inSameThread, inSeparateThread } from './background.ts'
import { createCheckpoints } from './checkpoints.ts'
import { createCollections } from './collections.ts'
import { createDamage, type Damage } from './damage.ts'
import { createDropFormer } from './former.ts'
import { countOf, createPrepare, findPage, type Prepare } from './query.ts'
import { openReadModels } from './read-models-file.ts'
import { createStages } from './stages.ts'

/** The file may be deleted at any time. A damaged file is replaced. */
export function openSqliteReadStore(file: string): ReadStore {
  const db = openReadModels(file)
  const checkpoints = createCheckpoints(db)
  const collections = createCollections(db, (projection) => checkpoints.all().has(projection))
  const prepare = createPrepare(db)
  const inTurn = oneAtATime()
  const background = file === ':memory:' ? inSameThread(db) : inSeparateThread(file)
  const changed = new EventEmitter().setMaxListeners(0)

  const damage = createDamage(damagedIn(checkpoints.all()), (projection) =>
    inTurn(() => {
      const step = checkpoints.markDamaged(projection as ProjectionName)
      if (step) changed.emit('commit', step)
    }),
  )

  function apply({ projections, from, to, writes, failures = {} }: Step) {
    damage.requireNone(projections)
    for (const [projection, ofProjection] of Object.entries(writes))
      damage.noticed(projection, () => ofProjection.forEach(collections.tableNamed(projection).write))
    for (const [projection, some] of Object.entries(failures)) checkpoints.setFailures(projection, some)
    checkpoints.move(projections, from, to)
  }

  return {
    ...createReads(prepare, collections, damage),

    checkpoint: async (projection) => checkpoints.all().get(projection),
    checkpoints: async () => checkpoints.all(),
    lease: async () => soleLease,

    commit: (step) =>
      inTurn(() => {
        for (const name of step.projections) damage.noticed(name, () => collections.tableNamed(name))
        inTransaction(db, () => apply(step))
        changed.emit('commit', step)
      }),

    stage: createStages({
      db,
      prepare,
      collections,
      background,
      inTurn,
      setRebuilt: checkpoints.setRebuilt,
      onLive(projection, to) {
        damage.healed(projection)
        changed.emit('commit', stepOf(projection, START, to, [], {}))
      },
    }),

    dropFormer: createDropFormer({ db, prepare, collections, checkpoints, background, inTurn }),

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

const damagedIn = (checkpoints: ReadonlyMap<string, Checkpoint>) =>
  [...checkpoints].filter(([, { damaged }]) => damaged).map(([name]) => name)

const createReads = (prepare: Prepare, collections: ReturnType<typeof createCollections>, { noticed }: Damage) =>
  ({
    get: async <D extends Document>(collection: Collection<D>, id: string) =>
      noticed(collection.name, () => collections.tableOf(collection).withIds<D>([id])[0]),

    getMany: async <D extends Document>(collection: Collection<D>, ids: readonly string[]) =>
      noticed(collection.name, () => {
        const found = collections.tableOf(collection).withIds<D>(ids)
        return new Map(found.map((document) => [document._id, document]))
      }),

    find: async <D extends Document>(collection: Collection<D>, query: Query<D> = {}) =>
      noticed(collection.name, () => findPage(prepare, collections.tableOf(collection), query)),

    readAll: async (all) => all.map((one) => noticed(one.from.name, () => collections.tableOf(one.from).wanted(one))),

    documentsAfter: async (collection: ProjectionName, id: string, limit: number) =>
      noticed(collection, () => collections.tableNamed(collection).after(id, limit)),

    count: async <D extends Document>(collection: Collection<D>, query: Conditions<D>, most: number) =>
      noticed(collection.name, () => countOf(prepare, collections.tableOf(collection), query, most)),
  }) satisfies Partial<ReadStore>
