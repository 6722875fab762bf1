import { setTimeout as sleep } from 'node:timers/promises'
import { START } from '@shop/language/events/event'
import type { ProjectionName } from '@shop/stores/read-store/read-store'
import type { Db } from 'mongodb'
import { isMongoError, type Mongo } from '../open-mongodb.ts'
import { place } from './positions.ts'
import { checkpointsOf } from './stored-checkpoints.ts'

const MOST_TRIES = 600

/**
 * How a rebuilt collection replaces the old one, since a rename cannot be part of a transaction:
 *   1. the documents are written to a separate collection, complete and with their indexes (stages.ts);
 *   2. the checkpoint notes that they are about to replace the old ones (under the lease: from here commits are refused);
 *   3. they are renamed over the old ones, which is atomic for readers;
 *   4. the position moves and the note is removed, in one transaction that notifies listeners.
 * A process that reads a checkpoint with the note repeats 3 and 4 (`finish`): both may be done twice, by any process.
 * What a crash before 2 leaves is continued by the next holder of the lease.
 */
export function createSwaps({ client, db }: Mongo) {
  const checkpoints = checkpointsOf(db)

  async function finish(projection: string, { staged, to }: { staged: string; to: string }, commit: string) {
    await rename(db, staged, projection)
    await client.withSession((session) =>
      session.withTransaction(async () => {
        const before = await checkpoints.findOneAndUpdate(
          { _id: projection, 'replacing.staged': staged },
          { $unset: { position: true, replacing: true, halted: true, leftOut: true } },
          { session, returnDocument: 'before' },
        )
        if (!before) return
        const projections = [projection as ProjectionName]
        await place(db, { projections, from: START, to, commit, failures: { [projection]: {} } }, session)
      }),
    )
  }

  return {
    /** The projection's checkpoint, after completing an interrupted swap. */
    async settled(projection: string) {
      const found = await checkpoints.findOne({ _id: projection })
      if (!found?.replacing) return found
      await finish(projection, found.replacing, crypto.randomUUID())
      return checkpoints.findOne({ _id: projection })
    },

    /** Call it once the checkpoint has the note. */
    swap: finish,
  }
}

/** Waits for an index build on the old collection. A collection that is already renamed is accepted. */
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
