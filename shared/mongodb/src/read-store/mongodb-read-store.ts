import type { Collection, Document } from '@shop/language/read-models/collection'
import { LEASE_MS } from '@shop/stores/lease'
import type { Query, ReadStore } from '@shop/stores/read-store/read-store'
import { isMongoError, openMongo, timed } from '../open-mongodb.ts'
import { createChanges } from './changes.ts'
import { checkpointOf } from './checkpoints.ts'
import { createCollections } from './collections.ts'
import { commitSteps } from './commit.ts'
import { createLeases } from './leases.ts'
import { findPage } from './query.ts'
import { createStages } from './stages.ts'
import { createSwaps } from './swaps.ts'

/** The time limit for a few documents; each further one adds a millisecond. */
const READ_MS = 500
const MANY = 10_000
const LEASE_CALL_MS = 2_000
const COMMIT_MS = 10_000
/** How long a commit waits for the notification of this process's listeners. */
const TELL_MS = 2_000

/**
 * The documents in a database on a MongoDB replica set (`mongodb://…/database`), for any number of processes; open one
 * in each. It may be dropped at any time: what is in it is rebuilt.
 */
export async function openMongoReadStore(url: string, { leaseMs = LEASE_MS } = {}): Promise<ReadStore> {
  const mongo = await openMongo(url, 'read models', 'selvedge')
  const collections = createCollections(mongo.db)
  const leases = createLeases(mongo.db, leaseMs)
  const changes = createChanges(mongo.db)
  const { settled, swap } = createSwaps(mongo)

  function reading<T>(count: number, read: (options: { signal: AbortSignal; maxTimeMS: number }) => Promise<T>) {
    const limitMs = READ_MS + count
    return timed('The read models', limitMs, async (signal) => {
      await changes.ready()
      const options = { signal, maxTimeMS: limitMs }
      return read(options).catch((error) => {
        // The collection was replaced during the read.
        if (isMongoError(error, 'QueryPlanKilled', 'CursorNotFound')) return read(options)
        throw error
      })
    })
  }

  /** Makes a commit and resolves once this process's listeners have got it, as in a store of one process. */
  async function telling(make: (commit: string) => Promise<void>) {
    const commit = crypto.randomUUID()
    await timed('The read models', COMMIT_MS, () => changes.ready())
    const told = new AbortController()
    const heard = changes.untilTold(commit, told.signal)
    try {
      await make(commit)
      setTimeout(() => told.abort(), TELL_MS).unref()
      await heard
    } finally {
      told.abort()
    }
  }

  return {
    get: <D extends Document>({ name }: Collection<D>, id: string) =>
      reading(1, async (options) => {
        const stored = await collections.named(name).findOne({ _id: id }, options)
        return stored?.document as D | undefined
      }),

    getMany: <D extends Document>({ name }: Collection<D>, ids: readonly string[]) =>
      reading(ids.length, async (options) => {
        const stored = await collections
          .named(name)
          .find({ _id: { $in: ids } }, options)
          .toArray()
        return new Map(stored.map(({ _id, document }) => [_id, document as D]))
      }),

    find: <D extends Document>(collection: Collection<D>, query: Query<D> = {}) =>
      reading(query.limit ?? MANY, async (options) =>
        findPage(collections.asked(collection), collection, query, options),
      ),

    checkpoint: (projection) => reading(1, async () => checkpointOf((await settled(projection)) ?? {})),

    commit: (steps) =>
      telling((commit) => timed('The read models', COMMIT_MS, () => commitSteps(mongo, steps, commit, leases.fence))),

    stage: createStages({
      mongo,
      collections,
      fence: leases.fence,
      settled,
      swap: (projection, replacing) => telling((commit) => swap(projection, replacing, commit)),
    }),

    onCommit: changes.onCommit,

    async lease(projection) {
      const lease = await timed('The read models', LEASE_CALL_MS, (signal) => leases.take(projection, signal))
      if (!lease) return undefined
      try {
        const known = await settled(projection)
        await collections.dropStagedOf(projection, known?.staging?.name)
        return lease
      } catch (error) {
        await lease.release()
        throw error
      }
    },

    async close() {
      collections.close()
      await changes.close()
      await leases.releaseAll()
      await mongo.client.close()
    },
  }
}
