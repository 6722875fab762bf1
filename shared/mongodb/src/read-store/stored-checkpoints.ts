import type { Position } from '@shop/language/events/event'
import type { Failures } from '@shop/stores/read-store/checkpoint'
import type { Db } from 'mongodb'

/** STORAGE FORMAT. The state of a projection but its position, in one document, so that concurrent changes conflict. */
export type StoredCheckpoint = Failures & {
  _id: string
  /** Of the former version, where a projection had a position of its own. */
  position?: Position
  /** The commit in which it joined those with which it shares a position. */
  movedBy?: string
  /** `owner` is null after a release. `number` increases each time the lease is taken. */
  lease?: { owner: string | null; number: number; until: Date }
  /** The stage that is being filled, with the position up to which the log was folded into it. */
  staging?: { name: string; shape: string; position: string }
  /** A complete stage that is about to replace the collection. */
  replacing?: { staged: string; to: string }
}

export const checkpointsOf = (db: Db) => db.collection<StoredCheckpoint>('checkpoints')
