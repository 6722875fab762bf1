import type { Position } from '@shop/language/events/event'
import type { Failures } from '@shop/stores/read-store/checkpoint'
import type { Db } from 'mongodb'

/** STORAGE FORMAT. The state of a projection, except its position. It is one document, so that concurrent changes conflict. */
export type StoredCheckpoint = Failures & {
  _id: string
  /** Only the former version stored this. In that version, each projection had a position of its own. */
  position?: Position
  /** The commit with which this projection joined the projections that share its position. */
  movedBy?: string
  /** `owner`: null after a release. `number` increases each time the lease is taken. */
  lease?: { owner: string | null; number: number; until: Date }
  /** The stage that is being filled: the name of its collection, the fields for which it was made, and its position. */
  staging?: { name: string; shape: string; position: string }
  /** A complete stage that is about to replace the collection. */
  replacing?: { staged: string; to: string }
}

export const checkpointsOf = (db: Db) => db.collection<StoredCheckpoint>('checkpoints')
