import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { Mongo } from '../open-mongodb.ts'
import type { createCollections } from './collections.ts'
import { positionsIn, removePosition } from './positions.ts'
import { checkpointsOf } from './stored-checkpoints.ts'

type Parts = Readonly<{
  mongo: Mongo
  collections: ReturnType<typeof createCollections>
  lease: ReadStore['lease']
}>

/** The checkpoint is removed last, so that the next call finds a collection again if this process ends before that. */
export function createDropFormer({ mongo: { client, db }, collections, lease }: Parts): ReadStore['dropFormer'] {
  const checkpoints = checkpointsOf(db)

  async function drop(name: string): Promise<boolean> {
    const held = await lease(name)
    if (!held) return false
    try {
      await client.withSession((session) =>
        session.withTransaction(async () => {
          const stored = { position: true, staging: true, halted: true, leftOut: true } as const
          await checkpoints.updateOne({ _id: name }, { $unset: stored }, { session })
          await removePosition(db, name, session)
        }),
      )
      await collections.dropStagedOf(name, undefined)
      await collections.named(name).drop()
      await checkpoints.deleteOne({ _id: name })
      return true
    } finally {
      await held.release()
    }
  }

  return async (isFormer, signal) => {
    const ids = await checkpoints.find({}, { projection: { _id: 1 } }).toArray()
    const names = new Set([...ids.map(({ _id }) => _id), ...(await positionsIn(db)).keys()])
    let isNoneLeft = true
    for (const name of [...names].filter(isFormer)) {
      signal.throwIfAborted()
      if (!(await drop(name))) isNoneLeft = false
    }
    return isNoneLeft
  }
}
