import type { Position } from '@shop/language/events/event'
import type { Failures } from '@shop/stores/read-store/checkpoint'
import type { Db } from 'mongodb'

/** STORAGE FORMAT. The state of a projection, except its position. It is one document, so that concurrent changes conflict. */
export type StoredCheckpoint = Failures & {
  _id: string
  /** Only an earlier version of the shop stored this field. */
  position?: Position
  /** The UUID of the collection with the documents. A collection of this name with another UUID was made after an operator had dropped it. */
  collection?: string
  /** Each commit writes its id here, to conflict with a store that takes the lease at the same time. */
  movedBy?: string
  /** `owner`: null after the lease was released. `number` increases each time the lease is taken. */
  lease?: { owner: string | null; number: number; until: Date }
  /** The stage that is being filled. */
  staging?: { name: string; shape: string; position: string }
  /** A complete stage that is about to replace the collection. */
  replacing?: { staged: string; to: string }
}

export const checkpointsOf = (db: Db) => db.collection<StoredCheckpoint>('checkpoints')
