import { setTimeout as sleep } from 'node:timers/promises'
import { START } from '@shop/language/events/event'
import type { ProjectionName } from '@shop/stores/read-store/read-store'
import type { Db } from 'mongodb'
import { isMongoError, type Mongo } from '../open-mongodb.ts'
import { uuidsIn } from './checkpoints.ts'
import { moveProjections } from './positions.ts'
import { checkpointsOf } from './stored-checkpoints.ts'

const MOST_TRIES = 600

/**
 * How a rebuilt collection replaces the old collection. A rename cannot be part of a transaction, so there are four steps:
 *   1. The documents are written to a separate collection, with their indexes (stages.ts).
 *   2. Under the lease, the checkpoint notes that this collection is about to replace the old collection. Until step 4,
 *      commits of the projection are refused.
 *   3. The new collection gets the name of the old collection. For readers this is atomic.
 *   4. One transaction moves the position, removes the note and notifies listeners.
 * A process that reads a checkpoint with the note repeats steps 3 and 4 (`finish`), which is harmless.
 */
export function createSwaps({ client, db }: Mongo) {
  const checkpoints = checkpointsOf(db)

  async function finish(projection: string, { staged, to }: { staged: string; to: string }, commit: string) {
    await rename(db, staged, projection)
    const collection = (await uuidsIn(db, { name: projection })).get(projection)
    await client.withSession((session) =>
      session.withTransaction(async () => {
        const before = await checkpoints.findOneAndUpdate(
          { _id: projection, 'replacing.staged': staged },
          {
            $unset: { position: true, replacing: true, halted: true, leftOut: true },
            ...(collection && { $set: { collection } }),
          },
          { session, returnDocument: 'before' },
        )
        if (!before) return
        const projections = [projection as ProjectionName]
        await moveProjections(db, { projections, from: START, to, commit, failures: { [projection]: {} } }, session)
      }),
    )
  }

  return {
    /** Completes an interrupted swap, and then returns the projection's checkpoint. */
    async completeSwap(projection: string) {
      const found = await checkpoints.findOne({ _id: projection })
      if (!found?.replacing) return found
      await finish(projection, found.replacing, crypto.randomUUID())
      return checkpoints.findOne({ _id: projection })
    },

    /** Does steps 3 and 4. The checkpoint must have the note. */
    swap: finish,
  }
}

/**
 * If MongoDB is building an index on the old collection, waits until the index is complete. Does nothing if the rename was already done.
 */
async function rename(db: Db, from: string, to: string) {
  for (let tries = 0; ; tries++)
    try {
      return await db.renameCollection(from, to, { dropTarget: true })
    } catch (error) {
      if (isMongoError(error, 'NamespaceNotFound')) return
      if (!isMongoError(error, 'BackgroundOperationInProgressForNamespace') || tries >= MOST_TRIES) throw error
      await sleep(50)
    }
}
