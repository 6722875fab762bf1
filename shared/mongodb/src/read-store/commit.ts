import { START } from '@shop/language/events/event'
import type { Step } from '@shop/stores/read-store/read-store'
import { type AnyBulkWriteOperation, MongoBulkWriteError } from 'mongodb'
import { isMongoError, type Mongo } from '../open-mongodb.ts'
import type { Stored } from './collections.ts'
import { commitsOf } from './commit-records.ts'
import { checkpointsOf, type Fence, type StoredCheckpoint } from './leases.ts'

/** The time limit for a commit. */
export const COMMIT_MS = 10_000

type FenceOf = (projection: string) => Fence
type Commit = Readonly<{
  mongo: Mongo
  /** Its id, by which listeners tell it. */
  commit: string
  fence: FenceOf
  /** Aborts when nobody waits any more: the transaction is not tried again then. */
  signal: AbortSignal
}>

/**
 * Writes documents and checkpoints of all steps in one transaction. A checkpoint moves only from the step's `from` and
 * under this store's lease. A document is overwritten only from a later position: if one is already newer, as after checkpoints
 * were restored from an older copy, the transaction fails on its id and is repeated without it.
 */
export async function commitSteps(made: Commit, steps: readonly Step[]) {
  try {
    await inOneTransaction(made, steps)
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || !isMongoError(error, 'DuplicateKey')) throw error
    await inOneTransaction(made, await Promise.all(steps.map((step) => withoutNewer(made.mongo, step))))
  }
}

async function inOneTransaction({ mongo: { client, db }, commit, fence, signal }: Commit, steps: readonly Step[]) {
  const [first] = steps
  if (!first) return
  await client.withSession((session) =>
    session.withTransaction(async () => {
      signal.throwIfAborted()
      const moved = await checkpointsOf(db)
        .bulkWrite(movesOf(steps, fence), { session })
        .catch((error) => {
          // The checkpoint exists and does not match the step.
          if (isMongoError(error, 'DuplicateKey')) throw misplaced(steps)
          throw error
        })
      if (moved.matchedCount + moved.upsertedCount < steps.length) throw misplaced(steps)
      for (const step of steps)
        if (step.writes.length > 0)
          await db.collection<Stored>(step.projection).bulkWrite(operationsOf(step), { session, ordered: false })
      const moves = steps.map(({ writes, ...move }) => move)
      await commitsOf(db).replaceOne({ _id: first.projection }, { commit, steps: moves }, { session, upsert: true })
    }),
  )
}

/** Those that move alike, as all that follow together do, move in one update; one that may be new has its own, which inserts it. */
function movesOf(steps: readonly Step[], fence: FenceOf): AnyBulkWriteOperation<StoredCheckpoint>[] {
  const mayBeNew = ({ projection, from }: Step) => from === START && fence(projection).mayBeNew
  const alike = Map.groupBy(steps, (step) =>
    mayBeNew(step) ? step.projection : JSON.stringify([step.from, step.to, step.halted, step.leftOut]),
  )
  const whose = ({ projection }: Step) => ({ _id: projection, ...fence(projection).filter })
  return Array.from(alike.values(), (group) => {
    const first = group[0]!
    const { from, to, halted, leftOut } = first
    // Null matches an absent field too; a read model of an empty log is at START.
    const where = { position: from === START ? { $in: [null, START] } : from, replacing: null }
    // A pipeline, since the update sets or unsets fields.
    const update = [{ $set: { position: to, halted: literal(halted), leftOut: literal(leftOut) } }]
    return mayBeNew(first)
      ? { updateOne: { filter: { ...where, ...whose(first) } as object, update, upsert: true } }
      : { updateMany: { filter: { ...where, $or: group.map(whose) } as object, update } }
  })
}

/** The value as a literal; undefined removes the field. */
const literal = (value: object | undefined) => (value ? { $literal: value } : '$$REMOVE')

function operationsOf({ to, writes }: Step): AnyBulkWriteOperation<Stored>[] {
  return writes.map(({ id, document }) => {
    const filter = { _id: id, position: { $lt: to } }
    return document
      ? { replaceOne: { filter, replacement: { position: to, document }, upsert: true } }
      : { deleteOne: { filter } }
  })
}

async function withoutNewer({ db }: Mongo, step: Step): Promise<Step> {
  const ids = step.writes.map(({ id }) => id)
  const newer = await db
    .collection<Stored>(step.projection)
    .find({ _id: { $in: ids }, position: { $gte: step.to } }, { projection: { _id: 1 } })
    .toArray()
  const known = new Set(newer.map(({ _id }) => _id))
  return { ...step, writes: step.writes.filter(({ id }) => !known.has(id)) }
}

const misplaced = (steps: readonly Step[]) =>
  new Error(
    `${steps.map(({ projection, from }) => `${projection} is not at '${from}'`).join(', or ')}, or is somebody else's: is it running twice?`,
  )
