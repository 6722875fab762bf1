import type { Step, Write } from '@shop/stores/read-store/read-store'
import type { ChangeStreamDocument, Db } from 'mongodb'
import type { Stored } from './collections.ts'

/** STORAGE FORMAT. The record of a commit, written last in its transaction; there is one for each projection that came first in a commit. */
export type CommitRecord = {
  _id: string
  commit: string
  steps: Omit<Step, 'writes'>[]
}
export const commitsOf = (db: Db) => db.collection<CommitRecord>('commits')

/** A change as the server announces it. */
export type ServerChange = ChangeStreamDocument<Stored | CommitRecord>
type Seen = Write & { collection: string }

/**
 * Puts commits together from the server's changes. A transaction's changes come together, and the record of the commit comes
 * last: the changes since the previous record are its writes.
 */
export function createCommitReader(onCommit: (commit: string, steps: readonly Step[]) => void) {
  let seen: Seen[] = []

  return {
    take(change: ServerChange) {
      if (change.operationType !== 'insert' && change.operationType !== 'replace' && change.operationType !== 'delete')
        return
      const { coll: collection } = change.ns
      if (collection !== 'commits') {
        const document = change.operationType === 'delete' ? undefined : (change.fullDocument as Stored).document
        seen.push({ collection, id: String(change.documentKey._id), document })
      } else if (change.operationType !== 'delete') {
        const { commit, steps } = change.fullDocument as CommitRecord
        const byCollection = Map.groupBy(seen, (one) => one.collection)
        seen = []
        onCommit(commit, stepsOf(steps, byCollection))
      }
    },

    /** Forgets the changes whose record will not come any more. */
    forget() {
      seen = []
    },
  }
}

/** A commit that moves a projection twice has its writes in the last of the two steps. */
function stepsOf(moves: CommitRecord['steps'], writes: Map<string, Seen[]>): readonly Step[] {
  const steps = moves.toReversed().map((move) => {
    const ofProjection = writes.get(move.projection) ?? []
    writes.delete(move.projection)
    return { ...move, writes: ofProjection.map(({ id, document }) => ({ id, document })) }
  })
  return steps.toReversed()
}
