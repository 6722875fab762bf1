import { keepLease, type Lease } from '@shop/stores/lease'
import type { Checkpoint } from '@shop/stores/read-store/checkpoint'
import type { Db } from 'mongodb'
import { untilFirst } from '../open-mongodb.ts'

/**
 * STORAGE FORMAT. All that is known of a projection, in one document: whoever changes any of it meets who changes the rest.
 * The position is absent until the projection was built once.
 */
export type StoredCheckpoint = Partial<Checkpoint> & {
  _id: string
  /** `owner` is null when it was given back. `number` grows with each taking. */
  lease?: { owner: string | null; number: number; until: Date }
  /** Documents that are being built to take the place of the collection's, and how far the log has been read for them. */
  staging?: { name: string; shape: string; position: string }
  /** Documents that are complete and about to take the place of the collection's. */
  replacing?: { staged: string; to: string }
}

/**
 * What must be true of a projection's checkpoint for us to change it: nobody has taken the lease since we did. With a
 * lease it is there; that it is not means that the database was dropped, and what we have of it is worth nothing.
 */
export type Fence = Readonly<{ filter: Readonly<Record<string, string | number | null>>; mayBeNew: boolean }>

export const checkpointsOf = (db: Db) => db.collection<StoredCheckpoint>('checkpoints')

type Held = Readonly<{ owner: string; number: number }>

/** Who may move which projection. The server's clock says when a lease has run out, and none of ours. */
export function createLeases(db: Db, lastsMs: number) {
  const checkpoints = checkpointsOf(db)
  const held = new Map<string, Held>()
  const leases = new Set<Lease>()
  const until = { $add: ['$$NOW', lastsMs] }

  function fence(projection: string): Fence {
    const ours = held.get(projection)
    if (ours) return { filter: { 'lease.owner': ours.owner, 'lease.number': ours.number }, mayBeNew: false }
    // Null means absent too.
    return { filter: { 'lease.owner': null }, mayBeNew: true }
  }

  return {
    fence,

    /** Undefined when somebody else has it, or when `signal` has aborted before it came: then it runs out by itself. */
    async take(projection: string, signal: AbortSignal): Promise<Lease | undefined> {
      const owner = crypto.randomUUID()
      const isFree = {
        $or: [{ $eq: [{ $ifNull: ['$lease.owner', null] }, null] }, { $lte: ['$lease.until', '$$NOW'] }],
      }
      const number = { $add: [{ $ifNull: ['$lease.number', 0] }, 1] }
      const found = await untilFirst(() =>
        checkpoints.findOneAndUpdate(
          { _id: projection },
          [{ $set: { lease: { $cond: [isFree, { owner, number, until }, '$lease'] } } }],
          { upsert: true, returnDocument: 'after' },
        ),
      )
      if (found?.lease?.owner !== owner || signal.aborted) return undefined
      held.set(projection, { owner, number: found.lease.number })
      const ours = { _id: projection, ...fence(projection).filter }
      const lease = keepLease(
        async () => (await checkpoints.updateOne(ours, [{ $set: { 'lease.until': until } }])).matchedCount === 1,
        async () => {
          leases.delete(lease)
          if (held.get(projection)?.owner === owner) held.delete(projection)
          await checkpoints.updateOne(ours, { $set: { 'lease.owner': null } })
        },
        lastsMs,
      )
      leases.add(lease)
      return lease
    },

    releaseAll: () => Promise.allSettled([...leases].map((lease) => lease.release())),
  }
}
