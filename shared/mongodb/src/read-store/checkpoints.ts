import type { Checkpoint, Checkpoints } from '@shop/stores/read-store/checkpoint'
import type { Db, FindOptions } from 'mongodb'
import { openMongo, timed } from '../open-mongodb.ts'
import { positionsIn } from './positions.ts'
import { checkpointsOf, type StoredCheckpoint } from './stored-checkpoints.ts'

const CALL_MS = 5_000

export async function allCheckpoints(db: Db, options?: FindOptions): Promise<ReadonlyMap<string, Checkpoint>> {
  const positions = await positionsIn(db, options)
  const stored = await checkpointsOf(db).find({}, options).toArray()
  const dropped = await droppedAmong(db, stored, options)
  const failures = new Map(
    stored.map(({ _id, halted, leftOut }) => [
      _id,
      { ...(halted && { halted }), ...(leftOut && { leftOut }), ...(dropped.has(_id) && { damaged: true as const }) },
    ]),
  )
  return new Map(Array.from(positions, ([name, position]) => [name, { position, ...failures.get(name) }]))
}

/** The projections whose collection an operator has dropped. A later commit makes a collection of the same name, with another UUID. */
async function droppedAmong(
  db: Db,
  stored: readonly StoredCheckpoint[],
  options?: FindOptions,
): Promise<ReadonlySet<string>> {
  const uuids = await uuidsIn(db)
  const others = stored.flatMap(({ _id, collection }) =>
    collection && uuids.get(_id) !== collection ? [{ _id, collection, replacing: { $exists: false } }] : [],
  )
  if (others.length === 0) return new Set()
  // A rebuilt collection may have replaced the old one between the two reads.
  const still = await checkpointsOf(db).find({ $or: others }, options).toArray()
  return new Set(still.map(({ _id }) => _id))
}

/** The UUIDs of the stored collections, by name. */
export async function uuidsIn(db: Db, filter: { name?: string } = {}): Promise<ReadonlyMap<string, string>> {
  const all = await db.listCollections(filter, { nameOnly: false }).toArray()
  return new Map(all.flatMap(({ name, info }) => (info?.uuid ? [[name, info.uuid.toString('hex')]] : [])))
}

/** Earlier versions of the shop stored no UUID. */
export async function addUuid(db: Db, projection: string) {
  const collection = (await uuidsIn(db, { name: projection })).get(projection)
  const isUnknown = { _id: projection, collection: { $exists: false } }
  if (collection) await checkpointsOf(db).updateOne(isUnknown, { $set: { collection } })
}

/** Opens the checkpoints for a tool, also while the shop runs. */
export async function openMongoCheckpoints(url: string): Promise<Checkpoints> {
  const { client, db } = await openMongo(url, 'read models', 'selvedge')
  const asking = <T>(ask: () => Promise<T>) => timed('The read models', CALL_MS, ask)
  return {
    all: () => asking(() => allCheckpoints(db)),
    resume: (projection, how) =>
      asking(async () => {
        const ours = { _id: projection, halted: { $exists: true } }
        return (await checkpointsOf(db).updateOne(ours, { $set: { 'halted.resume': how } })).matchedCount === 1
      }),
    close: () => client.close(),
  }
}
