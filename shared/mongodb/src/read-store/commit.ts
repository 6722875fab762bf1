import { START } from '@shop/language/events/event'
import type { Step, Write } from '@shop/stores/read-store/read-store'
import { type AnyBulkWriteOperation, type ClientSession, MongoBulkWriteError } from 'mongodb'
import { isMongoError, type Mongo } from '../open-mongodb.ts'
import type { Stored } from './collections.ts'
import type { Fence } from './leases.ts'
import { moveProjections, positionsIn, recordOf, storedPositionsOf } from './positions.ts'
import { checkpointsOf, type StoredCheckpoint } from './stored-checkpoints.ts'

export const COMMIT_MS = 10_000

type Commit = Readonly<{
  mongo: Mongo
  /** Listeners recognize the commit by its id. */
  commit: string
  /** The id of this store. */
  holder: string
  fence: (projection: string) => Fence
  /** Aborts when the caller no longer waits. Then the transaction is not repeated. */
  signal: AbortSignal
}>

/**
 * Writes the documents of a step, and the position of all its projections, in one transaction. The position moves only from the step's
 * `from`, and only under this store's leases. A stored document can be newer than the step, for example after positions were restored from
 * an older copy. The upsert of this document fails with a duplicate id, so the transaction is repeated without this document.
 */
export async function commitStep(made: Commit, step: Step) {
  try {
    await inOneTransaction(made, step)
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || !isMongoError(error, 'DuplicateKey')) throw error
    await inOneTransaction(made, await withoutNewer(made.mongo, step))
  }
}

async function inOneTransaction(made: Commit, step: Step) {
  const { mongo, commit, holder, signal } = made
  const { client, db } = mongo
  const { writes, ...move } = step
  const record = recordOf({ ...move, commit, holder })
  await client.withSession((session) =>
    session.withTransaction(async () => {
      signal.throwIfAborted()
      for (const [projection, ofProjection] of Object.entries(writes))
        if (ofProjection.length > 0)
          await db
            .collection<Stored>(projection)
            .bulkWrite(operationsOf(ofProjection, step.to), { session, ordered: false })
      const before = { _id: record._id, position: step.from, holder }
      const { matchedCount } = await storedPositionsOf(db).replaceOne(before, record, { session })
      if (matchedCount === 0) {
        await requireOurs(made, step, session)
        await moveProjections(db, { ...move, commit, holder }, session)
      }
      await storeFailures(mongo, step, session)
    }),
  )
}

/** Throws if a projection is not at the step's `from`, is being replaced, or is leased by another store. */
async function requireOurs({ mongo: { db }, commit, fence }: Commit, step: Step, session: ClientSession) {
  const { projections, from } = step
  const positions = await positionsIn(db, { session })
  if (projections.some((projection) => (positions.get(projection) ?? START) !== from)) throw misplaced(step)
  // If another store takes one of the leases before the commit, its write conflicts with this update of `movedBy`.
  const update = { $set: { movedBy: commit }, $unset: { position: true as const } }
  const operations = projections.map((projection): AnyBulkWriteOperation<StoredCheckpoint> => {
    const { filter, mayBeNew } = fence(projection)
    const ours = { _id: projection, replacing: null, ...filter } as object
    return { updateOne: { filter: ours, update, upsert: mayBeNew && from === START } }
  })
  const ours = await checkpointsOf(db)
    .bulkWrite(operations, { session })
    .catch((error) => {
      // The checkpoint exists, but it is being replaced, or another store has its lease.
      if (isMongoError(error, 'DuplicateKey')) throw misplaced(step)
      throw error
    })
  if (ours.matchedCount + ours.upsertedCount < projections.length) throw misplaced(step)
}

async function storeFailures({ db }: Mongo, { failures = {} }: Step, session: ClientSession) {
  for (const [_id, { halted, leftOut }] of Object.entries(failures)) {
    // `$$REMOVE`, which removes a field, works only in an update with a pipeline.
    const update = [{ $set: { halted: literal(halted), leftOut: literal(leftOut) } }]
    await checkpointsOf(db).updateOne({ _id }, update, { session })
  }
}

const literal = (value: object | undefined) => (value ? { $literal: value } : '$$REMOVE')

function operationsOf(writes: readonly Write[], to: string): AnyBulkWriteOperation<Stored>[] {
  return writes.map(({ id, document }) => {
    const filter = { _id: id, position: { $lt: to } }
    return document
      ? { replaceOne: { filter, replacement: { position: to, document }, upsert: true } }
      : { deleteOne: { filter } }
  })
}

async function withoutNewer({ db }: Mongo, step: Step): Promise<Step> {
  const writes: Record<string, readonly Write[]> = {}
  for (const [projection, all] of Object.entries(step.writes)) {
    const newer = await db
      .collection<Stored>(projection)
      .find({ _id: { $in: all.map(({ id }) => id) }, position: { $gte: step.to } }, { projection: { _id: 1 } })
      .toArray()
    const known = new Set(newer.map(({ _id }) => _id))
    writes[projection] = all.filter(({ id }) => !known.has(id))
  }
  return { ...step, writes }
}

const misplaced = ({ projections, from }: Step) =>
  new Error(
    `One of ${projections.join(', ')} is not at '${from}', is being replaced, or another process has its lease. Are two shops running?`,
  )
