import type { Checkpoint, Checkpoints } from '@shop/stores/read-store/checkpoint'
import type { Db, FindOptions } from 'mongodb'
import { openMongo, timed } from '../open-mongodb.ts'
import { positionsIn } from './positions.ts'
import { checkpointsOf } from './stored-checkpoints.ts'

const CALL_MS = 5_000

export async function allCheckpoints(db: Db, options?: FindOptions): Promise<ReadonlyMap<string, Checkpoint>> {
  const positions = await positionsIn(db, options)
  const failed = await checkpointsOf(db)
    .find({ $or: [{ halted: { $exists: true } }, { leftOut: { $exists: true } }] }, options)
    .toArray()
  const failures = new Map(
    failed.map(({ _id, halted, leftOut }) => [_id, { ...(halted && { halted }), ...(leftOut && { leftOut }) }]),
  )
  return new Map(Array.from(positions, ([name, position]) => [name, { position, ...failures.get(name) }]))
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
