import type { Collection, Document } from '@shop/language/collection'
import type { Conditions, ProjectionName, Query, ReadStore } from '@shop/stores/read-store/read-store'
import type { AggregateOptions, Db } from 'mongodb'
import { isMongoError, timed } from '../open-mongodb.ts'
import { allCheckpoints } from './checkpoints.ts'
import { type createCollections, filterOf, type Stored } from './collections.ts'
import { findPage, questionOf } from './query.ts'
import type { StoredCheckpoint } from './stored-checkpoints.ts'

/** The time limit for reading a few documents. Each document adds a millisecond to the limit. */
const READ_MS = 500
const MANY = 10_000

/** Clients do not wait for checkpoints, so the limit is long. With a short limit, a busy machine would stop the workers. */
const CHECKPOINTS_MS = 5_000

type Parts = Readonly<{
  db: Db
  collections: ReturnType<typeof createCollections>
  completeSwap: (projection: string) => Promise<StoredCheckpoint | null>
  /** Resolves when the change stream has started, so that no later change is missed. */
  ready: () => Promise<void>
}>

export function createReads({ db, collections, completeSwap, ready }: Parts) {
  type Read<T> = (options: { signal: AbortSignal; maxTimeMS: number }) => Promise<T>
  const reading = <T>(count: number, read: Read<T>) => readWithin(READ_MS + count, read)

  function readWithin<T>(limitMs: number, read: Read<T>) {
    return timed('The read models', limitMs, async (signal) => {
      await ready()
      const options = { signal, maxTimeMS: limitMs }
      return read(options).catch((error) => {
        // The collection was replaced during the read, so the read is repeated.
        if (isMongoError(error, 'QueryPlanKilled', 'CursorNotFound')) return read(options)
        throw error
      })
    })
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

    readAll: (all) => reading(MANY, (options) => readAll(db, collections, all, options)),

    find: <D extends Document>(collection: Collection<D>, query: Query<D> = {}) =>
      reading(query.limit ?? MANY, async (options) =>
        findPage(collections.forQueries(collection), collection, query, options),
      ),

    documentsAfter: (collection: ProjectionName, id: string, limit: number) =>
      reading(limit, async (options) => {
        const stored = await collections
          .named(collection)
          .find({ _id: { $gt: id } }, { ...options, sort: { _id: 1 }, limit })
          .toArray()
        return stored.map(({ document }) => document)
      }),

    count: <D extends Document>(collection: Collection<D>, query: Conditions<D>, most: number) =>
      reading(most, (options) => {
        const { filter } = questionOf(collection, query)
        return collections.forQueries(collection).countDocuments(filter, { limit: most, ...options })
      }),

    staged: (projection: string) =>
      readWithin(CHECKPOINTS_MS, async () => (await completeSwap(projection))?.staging?.position),

    checkpoint: (projection: string) =>
      readWithin(CHECKPOINTS_MS, async (options) => {
        await completeSwap(projection)
        return (await allCheckpoints(db, options)).get(projection)
      }),

    checkpoints: () => readWithin(CHECKPOINTS_MS, (options) => allCheckpoints(db, options)),
  } satisfies Partial<ReadStore>
}

/** `of` is the index of a collection in `all`. */
async function readAll(
  db: Db,
  collections: Parts['collections'],
  all: Parameters<ReadStore['readAll']>[0],
  options: AggregateOptions,
) {
  const found: Document[][] = all.map(() => [])
  const [first, ...others] = all.map(({ from, ...wanted }, of) => ({
    coll: collections.forQueries(from).collectionName,
    pipeline: [{ $match: filterOf(from, wanted) }, { $set: { of } }],
  }))
  if (!first) return found
  const stages = [...first.pipeline, ...others.map(($unionWith) => ({ $unionWith }))]
  const rows = db.collection(first.coll).aggregate<Stored & { of: number }>(stages, options)
  for (const { of, document } of await rows.toArray()) found[of]?.push(document)
  return found
}
