import { setTimeout as sleep } from 'node:timers/promises'
import { START } from '@shop/language/events/event'
import type { Step } from '@shop/stores/read-store/read-store'
import type { Db } from 'mongodb'
import { isMongoError, type Mongo } from '../open-mongodb.ts'
import { commitsOf } from './changes.ts'
import { checkpointsOf } from './leases.ts'

const MOST_TRIES = 600

/**
 * How a rebuilt collection takes the old one's place, though a rename cannot be part of a transaction:
 *   1. the documents are written beside, under a name of their own, complete and with their indexes (stages.ts);
 *   2. the checkpoint notes that they are about to replace the others (under the lease: from here nobody commits);
 *   3. they are renamed over the others, which is one moment for readers;
 *   4. the checkpoint moves, and the note goes, in one transaction that tells everybody.
 * Whoever asks for a checkpoint that has the note does 3 and 4 again (`finish`): both may be done twice, by anybody.
 * What a crash before 2 leaves is gone on with by the next one to take the lease.
 */
export function createSwaps({ client, db }: Mongo) {
  const checkpoints = checkpointsOf(db)

  async function finish(projection: string, { staged, to }: { staged: string; to: string }, commit: string) {
    await rename(db, staged, projection)
    await client.withSession((session) =>
      session.withTransaction(async () => {
        const before = await checkpoints.findOneAndUpdate(
          { _id: projection, 'replacing.staged': staged },
          { $set: { position: to }, $unset: { replacing: true, halted: true, leftOut: true } },
          { session, returnDocument: 'before' },
        )
        if (!before) return
        const step = { projection: projection as Step['projection'], from: START, to }
        await commitsOf(db).replaceOne({ _id: projection }, { commit, steps: [step] }, { session, upsert: true })
      }),
    )
  }

  return {
    /** The projection's checkpoint, after what was left half done is ended. */
    async settled(projection: string) {
      const found = await checkpoints.findOne({ _id: projection })
      if (!found?.replacing) return found
      await finish(projection, found.replacing, crypto.randomUUID())
      return checkpoints.findOne({ _id: projection })
    },

    /** To be called when the checkpoint has the note. */
    swap: finish,
  }
}

/** Waits for an index that is being made for the old documents; a collection that is renamed already is fine. */
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
