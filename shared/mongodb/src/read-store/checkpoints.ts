import type { Checkpoint, Checkpoints } from '@shop/stores/read-store/checkpoint'
import type { Db, FindOptions } from 'mongodb'
import { openMongo, timed } from '../open-mongodb.ts'
import { checkpointsOf, type StoredCheckpoint } from './leases.ts'

const CALL_MS = 5_000

/** The public part of a stored checkpoint; undefined until the projection was built once. */
export const checkpointOf = ({ position, halted, leftOut }: Partial<StoredCheckpoint>): Checkpoint | undefined =>
  position === undefined ? undefined : { position, ...(halted && { halted }), ...(leftOut && { leftOut }) }

export async function allCheckpoints(db: Db, options: FindOptions = {}): Promise<ReadonlyMap<string, Checkpoint>> {
  const all = await checkpointsOf(db).find({}, options).toArray()
  const known = all.map((stored) => [stored._id, checkpointOf(stored)] as const)
  return new Map(known.filter((one): one is [string, Checkpoint] => one[1] !== undefined))
}

/** The checkpoints in the database of a shop that may be running. */
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
