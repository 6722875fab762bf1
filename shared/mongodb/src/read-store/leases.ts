import { setTimeout as sleep } from 'node:timers/promises'
import { keepLease, type Lease } from '@shop/stores/lease'
import { type Binary, type Collection, ReadConcern } from 'mongodb'
import { type Mongo, untilFirst } from '../open-mongodb.ts'
import { clearHolder } from './positions.ts'
import { checkpointsOf, type StoredCheckpoint } from './stored-checkpoints.ts'

/**
 * The condition for changing the checkpoint of a projection: no other store has taken the projection's lease. `mayBeNew`: whether the
 * change may create the checkpoint. While this store has the lease, a missing checkpoint means that the database was dropped, and the
 * change must fail.
 */
export type Fence = Readonly<{ filter: Readonly<Record<string, string | number | null>>; mayBeNew: boolean }>

const GATHERED = 1 / 30

type Held = Readonly<{ owner: string; number: number }>

/** After this time MongoDB stops working on a call, so that calls without a waiting client do not accumulate. */
const CALL_MS = 1_000

/** The leases of projections. They expire by MongoDB's clock. */
export function createLeases(mongo: Mongo, lastsMs: number) {
  const checkpoints = checkpointsOf(mongo.db)
  const held = new Map<string, Held>()
  const leases = new Set<Lease>()
  const until = { $add: ['$$NOW', lastsMs] }
  const isOver = { $lte: ['$lease.until', '$$NOW'] }
  const renew = createRenewals(checkpoints, until, lastsMs * GATHERED)

  function fence(projection: string): Fence {
    const ours = held.get(projection)
    if (ours) return { filter: { 'lease.owner': ours.owner, 'lease.number': ours.number }, mayBeNew: false }
    // In a query, null also matches a field that is absent.
    return { filter: { 'lease.owner': null }, mayBeNew: true }
  }

  /** `take` reads the lease first, because an update would wait for the holder's writes. */
  async function holderOf(projection: string) {
    const [holder] = await checkpoints
      .aggregate<{ isOver: boolean }>(
        [{ $match: { _id: projection, 'lease.owner': { $ne: null } } }, { $project: { isOver } }],
        { maxTimeMS: CALL_MS },
      )
      .toArray()
    return holder
  }

  return {
    fence,

    /** Undefined if another store has the lease. */
    async take(projection: string, signal: AbortSignal): Promise<Lease | undefined> {
      const holder = await holderOf(projection)
      if (holder && !holder.isOver) return undefined
      if (holder) await abortAbandoned(mongo)
      signal.throwIfAborted()
      const owner = crypto.randomUUID()
      const isFree = { $or: [{ $eq: [{ $ifNull: ['$lease.owner', null] }, null] }, isOver] }
      const number = { $add: [{ $ifNull: ['$lease.number', 0] }, 1] }
      const found = await untilFirst(() =>
        checkpoints.findOneAndUpdate(
          { _id: projection },
          [{ $set: { lease: { $cond: [isFree, { owner, number, until }, '$lease'] } } }],
          { upsert: true, returnDocument: 'after', maxTimeMS: CALL_MS },
        ),
      )
      if (found?.lease?.owner !== owner || signal.aborted) return undefined
      held.set(projection, { owner, number: found.lease.number })
      await clearHolder(mongo.db, projection, { maxTimeMS: CALL_MS })
      const ours = { _id: projection, ...fence(projection).filter }
      const lease = keepLease(
        () => renew(ours),
        async () => {
          if (held.get(projection)?.owner === owner) held.delete(projection)
          await checkpoints.updateOne(ours, { $set: { 'lease.owner': null } }, { maxTimeMS: CALL_MS })
        },
        lastsMs,
        leases,
      )
      if (!signal.aborted) return lease
      await lease.release()
      return undefined
    },

    releaseAll: () => Promise.allSettled([...leases].map((lease) => lease.release())),
  }
}

type Ours = Readonly<{ _id: string }>

/**
 * Returns a function that renews a lease. The function resolves to true if this store still has the lease. Each update waits for MongoDB's
 * journal, so one update does all renewals within `gatherMs`.
 */
function createRenewals(checkpoints: Collection<StoredCheckpoint>, until: object, gatherMs: number) {
  let gathered: Ours[] = []
  let next: Promise<ReadonlySet<Ours>> | undefined

  async function renewAll(): Promise<ReadonlySet<Ours>> {
    await sleep(gatherMs, undefined, { ref: false })
    const asked = gathered
    gathered = []
    next = undefined
    const { matchedCount } = await checkpoints.updateMany({ $or: asked }, [{ $set: { 'lease.until': until } }], {
      maxTimeMS: CALL_MS,
    })
    if (matchedCount === asked.length) return new Set(asked)
    const found = await checkpoints.find({ $or: asked }, { projection: { _id: 1 }, maxTimeMS: CALL_MS }).toArray()
    const ids = new Set(found.map(({ _id }) => _id))
    return new Set(asked.filter(({ _id }) => ids.has(_id)))
  }

  return async (ours: Ours): Promise<boolean> => {
    gathered.push(ours)
    next ??= renewAll()
    return (await next).has(ours)
  }
}

/** A worker that still runs never leaves a transaction idle for so long. */
const LEFT_ALONE_MS = 1_000

type Idle = Readonly<{ lsid: { id: Binary } }>

/**
 * Aborts the transactions of killed workers. The server would keep these transactions open for a minute, and no other worker could write
 * their documents. A worker that only hung gets an error at its next call, and starts again.
 */
async function abortAbandoned({ client }: Pick<Mongo, 'client'>) {
  // The server lists its running operations only with this read concern.
  const admin = client.db('admin', { readConcern: new ReadConcern('local') })
  const idle = { type: 'idleSession', appName: client.options.appName }
  const leftAlone = { 'transaction.timeInactiveMicros': { $gte: LEFT_ALONE_MS * 1_000 } }
  const found = await admin
    .aggregate<Idle>([{ $currentOp: { idleSessions: true } }, { $match: { ...idle, ...leftAlone } }], {
      maxTimeMS: CALL_MS,
    })
    .toArray()
  if (found.length > 0) await admin.command({ killSessions: found.map(({ lsid: { id } }) => ({ id })) })
}
