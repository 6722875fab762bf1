import type { Collection, Document } from '@shop/language/collection'
import type { Position } from '@shop/language/events/event'
import type { Stage, Write } from '@shop/stores/read-store/read-store'
import type { AnyBulkWriteOperation } from 'mongodb'
import { isMongoError, type Mongo } from '../open-mongodb.ts'
import { type createCollections, filterOf, type Stored } from './collections.ts'
import type { Fence } from './leases.ts'
import { clearHolder } from './positions.ts'
import { createStaging } from './staging.ts'
import type { StoredCheckpoint } from './stored-checkpoints.ts'

type Parts = Readonly<{
  mongo: Mongo
  collections: ReturnType<typeof createCollections>
  fence: (projection: string) => Fence
  completeSwap: (projection: string) => Promise<StoredCheckpoint | null>
  swap: (projection: string, replacing: { staged: string; to: Position }) => Promise<void>
}>

/**
 * A stage's documents are in a separate collection. Each write to the stage is one transaction, which also moves the stage's position under
 * the lease. So a store without the lease writes nothing, and the next holder of the lease continues at the position.
 */
export function createStages(parts: Parts) {
  const { mongo, collections } = parts
  const { findOrMake, change } = createStaging(parts)

  return async function stage<D extends Document>(collection: Collection<D>): Promise<Stage> {
    const projection = collection.name
    // After any store has taken the lease again, this fence no longer matches.
    const fence = parts.fence(projection)
    const found = await findOrMake(collection, fence)
    const staged = collections.named(found.name)
    const ours = { _id: projection, 'staging.name': found.name }
    const indexed = new Set<string>()
    let { position } = found

    const writeAll = (operations: AnyBulkWriteOperation<Stored>[], to: Position) =>
      mongo.client.withSession((session) =>
        session.withTransaction(async () => {
          const is = { ...ours, 'staging.position': position }
          await change(fence, is, { $set: { 'staging.position': to } }, { session })
          if (operations.length > 0) await staged.bulkWrite(operations, { session })
        }),
      )

    return {
      position: () => position,

      async read(wanted) {
        const filter = filterOf(collection, wanted)
        for (const field of Object.keys(wanted.anyOf ?? {})) {
          if (!indexed.has(field)) await collections.makeIndex(staged, field)
          indexed.add(field)
        }
        return documentsOf(await staged.find(filter).toArray())
      },

      documentsAfter: async (id, limit) =>
        documentsOf(
          await staged
            .find({ _id: { $gt: id } })
            .sort({ _id: 1 })
            .limit(limit)
            .toArray(),
        ),

      async write(writes, to) {
        await writeAll(operationsOf(writes, to), to).catch((error) => {
          if (!isMongoError(error, 'DuplicateKey')) throw error
          return writeAll(operationsOf(writes.map(notNew), to), to)
        })
        position = to
      },

      async goLive() {
        await collections.makeIndexes(staged, collection)
        const replacing = { staged: found.name, to: position }
        await change(fence, { ...ours, replacing: null }, { $set: { replacing }, $unset: { staging: true } })
        await clearHolder(mongo.db, projection)
        await parts.swap(projection, replacing)
      },

      async drop() {
        await change(fence, ours, { $unset: { staging: true } })
        await staged.drop()
      },
    }
  }
}

const documentsOf = (stored: readonly Stored[]) => stored.map(({ document }) => document)

/**
 * The driver sends consecutive operations of one kind as one command. Inserts are much faster than upserts. If an inserted document already
 * exists, `write` repeats the whole batch with upserts.
 */
function operationsOf(writes: readonly Write[], position: Position): AnyBulkWriteOperation<Stored>[] {
  const put = writes.flatMap(({ id: _id, document, isNew }) => (document ? [{ _id, position, document, isNew }] : []))
  const { true: news = [], false: others = [] } = Object.groupBy(put, ({ isNew = false }) => `${isNew}`)
  return [
    ...news.map(({ isNew: _, ...document }) => ({ insertOne: { document } })),
    ...others.map(({ isNew: _, ...replacement }) => ({
      replaceOne: { filter: { _id: replacement._id }, replacement, upsert: true },
    })),
    ...writes.flatMap(({ id: _id, document }) => (document ? [] : [{ deleteOne: { filter: { _id } } }])),
  ]
}

const notNew = ({ id, document }: Write): Write => ({ id, document })
