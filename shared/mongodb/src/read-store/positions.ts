import { type Position, START } from '@shop/language/events/event'
import type { Failures } from '@shop/stores/read-store/checkpoint'
import type { ProjectionName } from '@shop/stores/read-store/read-store'
import { positionsOf, type SharedPosition, sharedBy, togetherOf } from '@shop/stores/read-store/shared-positions'
import type { ClientSession, Db, FindOptions, UpdateOptions } from 'mongodb'
import { checkpointsOf } from './stored-checkpoints.ts'

/**
 * STORAGE FORMAT. A position of the log. `_id` names the projections that share it. The transaction of a commit writes the new position
 * last, and stores the record of the commit in the same document.
 */
export type StoredPosition = {
  _id: string
  position: Position
  /** The store that has the leases of all these projections, and does not check these leases again. */
  holder?: string
  /**
   * `commit`: the commit that moved the projections here. `from`: their position before that commit. Both are absent if the last commit
   * here moved other projections away.
   */
  commit?: string
  from?: Position
  failures?: Readonly<Record<string, Failures>>
}

export const storedPositionsOf = (db: Db) => db.collection<StoredPosition>('positions')

/** The few shared positions come in one batch, so the server reads all of them at the same moment. */
async function sharedIn(db: Db, options: FindOptions = {}) {
  const all = await storedPositionsOf(db).find({}, options).toArray()
  return all.map(({ _id: projections, position }): SharedPosition => ({ projections, position }))
}

/** Earlier versions of the shop stored positions in the checkpoints. These positions stay there until a commit moves them. */
export async function positionsIn(db: Db, options?: FindOptions): Promise<ReadonlyMap<string, Position>> {
  const former = await checkpointsOf(db)
    .find({ position: { $exists: true } }, options)
    .toArray()
  const own = former.map(({ _id, position = START }) => [_id, position] as const)
  return new Map([...own, ...positionsOf(await sharedIn(db, options))])
}

type Move = Readonly<{ projections: readonly ProjectionName[]; to: Position }> &
  Pick<StoredPosition, 'holder' | 'commit' | 'from' | 'failures'>

export const recordOf = ({ projections, to: position, ...more }: Move): StoredPosition => ({
  _id: togetherOf(projections),
  position,
  ...more,
})

export async function moveProjections(db: Db, move: Move, session: ClientSession) {
  const positions = storedPositionsOf(db)
  const { removed, added } = sharedBy(move.projections, move.to, await sharedIn(db, { session }))
  const record = recordOf(move)
  const others = added.filter(({ projections }) => projections !== record._id)
  await positions.deleteMany({ _id: { $in: removed.map(({ projections }) => projections) } }, { session })
  const left = others.map(({ projections: _id, position }) => ({ _id, position }))
  await positions.insertMany([...left, record], { session })
}

export async function removePosition(db: Db, projection: string, session: ClientSession) {
  const positions = storedPositionsOf(db)
  const { removed, added } = sharedBy([projection], START, await sharedIn(db, { session }))
  const others = added.filter(({ projections }) => projections !== projection)
  await positions.deleteMany({ _id: { $in: removed.map(({ projections }) => projections) } }, { session })
  const left = others.map(({ projections: _id, position }) => ({ _id, position }))
  if (left.length > 0) await positions.insertMany(left, { session })
}

/** Makes every store check its lease again at the next step of this projection. */
export const clearHolder = (db: Db, projection: string, options: UpdateOptions = {}) =>
  storedPositionsOf(db).updateMany(
    { $expr: { $in: [projection, { $split: ['$_id', ' '] }] } },
    { $unset: { holder: true } },
    options,
  )
