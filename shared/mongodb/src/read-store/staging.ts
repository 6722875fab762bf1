import type { Collection, Document } from '@shop/language/collection'
import { type Position, START } from '@shop/language/events/event'
import type { UpdateOptions } from 'mongodb'
import { isMongoError, type Mongo } from '../open-mongodb.ts'
import { type createCollections, shapeOf } from './collections.ts'
import type { Fence } from './leases.ts'
import { checkpointsOf, type StoredCheckpoint } from './stored-checkpoints.ts'

type Parts = Readonly<{
  mongo: Mongo
  collections: ReturnType<typeof createCollections>
  completeSwap: (projection: string) => Promise<StoredCheckpoint | null>
}>

export type Staging = Readonly<{ name: string; position: Position }>

export function createStaging({ mongo, collections, completeSwap }: Parts) {
  const checkpoints = checkpointsOf(mongo.db)

  /** Drops a stage that was made for other fields. */
  async function findInterrupted<D extends Document>(collection: Collection<D>) {
    const found = (await completeSwap(collection.name))?.staging
    if (!found || !(await collections.isThere(found.name))) return undefined
    if (found.shape === shapeOf(collection)) return found
    await collections.named(found.name).drop()
    return undefined
  }

  /** Throws if another store has the lease, or if the checkpoint is not in the state `is`. */
  async function change(
    fence: Fence,
    is: { _id: string } & Record<string, unknown>,
    change: object,
    options: UpdateOptions = {},
  ) {
    const changed = await checkpoints
      .updateOne({ ...is, ...fence.filter } as object, change, {
        ...options,
        upsert: options.upsert === true && fence.mayBeNew,
      })
      .catch((error) => {
        if (isMongoError(error, 'DuplicateKey')) return { matchedCount: 0, upsertedCount: 0 }
        throw error
      })
    if (changed.matchedCount + changed.upsertedCount === 0)
      throw new Error(`${is._id} is being replaced, or another process has its lease. Are two shops running?`)
  }

  async function makeStage<D extends Document>(collection: Collection<D>, fence: Fence) {
    const staged = await collections.stage(collection.name)
    const staging = { name: staged.collectionName, shape: shapeOf(collection), position: START }
    const is = { _id: collection.name, replacing: null }
    await change(fence, is, { $set: { staging } }, { upsert: true }).catch(async (error) => {
      await staged.drop().catch(() => {})
      throw error
    })
    return staging
  }

  return {
    change,

    async findOrMake<D extends Document>(collection: Collection<D>, fence: Fence): Promise<Staging> {
      return (await findInterrupted(collection)) ?? (await makeStage(collection, fence))
    },
  }
}
