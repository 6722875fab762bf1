import type { Position } from '@shop/language/events/event'
import type { Failures } from '@shop/stores/read-store/checkpoint'
import type { Db } from 'mongodb'

/** STORAGE FORMAT. The state of a projection, except its position, in one document, so that concurrent changes conflict. */
export type StoredCheckpoint = Failures & {
  _id: string
  /** Only in the former version, where each projection had its own position. */
  position?: Position
  /** The commit in which it joined the projections that it shares a position with. */
  movedBy?: string
  /** `owner`: null after a release. `number` rises each time the lease is taken. */
  lease?: { owner: string | null; number: number; until: Date }
  /** The stage that is being filled, and the position up to which the log is folded into it. */
  staging?: { name: string; shape: string; position: string }
  /** A complete stage that is about to replace the collection. */
  replacing?: { staged: string; to: string }
}

export const checkpointsOf = (db: Db) => db.collection<StoredCheckpoint>('checkpoints')
