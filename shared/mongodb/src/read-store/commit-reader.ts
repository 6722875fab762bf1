import type { ProjectionName, Step, Write } from '@shop/stores/read-store/read-store'
import { namesOf } from '@shop/stores/read-store/shared-positions'
import type { ChangeStreamDocument } from 'mongodb'
import type { Stored } from './collections.ts'
import type { StoredPosition } from './positions.ts'

export type ServerChange = ChangeStreamDocument<Stored | StoredPosition>

/**
 * Makes commits from MongoDB's changes. The changes of one transaction come one after the other, and the last of them sets the position. So
 * all changes between two positions are the writes of one commit.
 */
export function createCommitReader(onCommit: (commit: string, step: Step) => void) {
  let writes: Record<string, Write[]> = {}

  return {
    take(change: ServerChange) {
      if (change.operationType !== 'insert' && change.operationType !== 'replace' && change.operationType !== 'delete')
        return
      const { coll: collection } = change.ns
      const full = change.operationType === 'delete' ? undefined : change.fullDocument
      if (collection !== 'positions') {
        const write = { id: String(change.documentKey._id), document: (full as Stored | undefined)?.document }
        writes[collection] = [...(writes[collection] ?? []), write]
      } else if (full) {
        const { _id, commit, from, position: to, failures } = full as StoredPosition
        if (commit === undefined || from === undefined) return
        const projections = namesOf({ projections: _id }) as readonly ProjectionName[]
        const step = { projections, from, to, writes, ...(failures && { failures }) }
        writes = {}
        onCommit(commit, step)
      }
    },

    /** Drops the changes so far, because the position that completes them will never come. */
    forget() {
      writes = {}
    },
  }
}
