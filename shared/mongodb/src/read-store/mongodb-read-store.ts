import { LEASE_MS } from '@shop/stores/lease'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { openMongo, timed } from '../open-mongodb.ts'
import { createChanges } from './changes.ts'
import { addUuid } from './checkpoints.ts'
import { createCollections } from './collections.ts'
import { COMMIT_MS, commitStep } from './commit.ts'
import { createDropFormer } from './former.ts'
import { createLeases } from './leases.ts'
import { createReads } from './reads.ts'
import { createStages } from './stages.ts'
import { createSwaps } from './swaps.ts'

const LEASE_CALL_MS = 2_000

/**
 * Stores documents on a MongoDB replica set (`mongodb://…/database`), for any number of processes. If the database is dropped, the read
 * models are rebuilt.
 */
export async function openMongoReadStore(url: string, { leaseMs = LEASE_MS } = {}): Promise<ReadStore> {
  const mongo = await openMongo(url, 'read models', 'selvedge')
  const holder = crypto.randomUUID()
  const collections = createCollections(mongo.db)
  const leases = createLeases(mongo, leaseMs)
  const { ready, onCommit, announcing, close: closeChanges } = createChanges(mongo.db)
  const { completeSwap, swap } = createSwaps(mongo)

  async function lease(projection: string) {
    const taken = await timed('The read models', LEASE_CALL_MS, (signal) => leases.take(projection, signal))
    if (!taken) return undefined
    try {
      const known = await completeSwap(projection)
      await addUuid(mongo.db, projection)
      await collections.dropStagedOf(projection, known?.staging?.name)
      return taken
    } catch (error) {
      await taken.release()
      throw error
    }
  }

  return {
    ...createReads({ db: mongo.db, collections, completeSwap, ready }),

    commit: (step) =>
      announcing((commit) =>
        timed('The read models', COMMIT_MS, (signal) =>
          commitStep({ mongo, commit, holder, fence: leases.fence, signal }, step),
        ),
      ),

    stage: createStages({
      mongo,
      collections,
      fence: leases.fence,
      completeSwap,
      swap: (projection, replacing) => announcing((commit) => swap(projection, replacing, commit)),
    }),

    onCommit,

    lease,
    dropFormer: createDropFormer({ mongo, collections, lease }),

    async close() {
      collections.close()
      await closeChanges()
      await leases.releaseAll()
      await mongo.client.close()
    },
  }
}
