import type { Belonging, KeyStore } from '@shop/stores/key-store/key-store'
import type { Collection, Db } from 'mongodb'
import { timed, untilFirst } from '../open-mongodb.ts'

const CALL_MS = 2_000
const ONLY = 'keys'

/** STORAGE FORMAT. The fields of `newest` are stored flat, so that one condition can compare positions. */
type Stored = Omit<Belonging, 'newest'> & {
  _id: string
  position: string
  stream: string
  version: number
  event: string
}

export function createBelonging(db: Db): Pick<KeyStore, 'belonging' | 'belong' | 'note'> {
  const stored: Collection<Stored> = db.collection('belonging')
  const asking = <T>(ask: () => Promise<T>) => timed('The keys', CALL_MS, ask)

  return {
    belonging: () => asking(() => belongingIn(db)),
    belong: ({ id, log, newest, excused }) =>
      asking(async () => {
        const { position = '', stream = '', version = 0, event = '' } = newest ?? {}
        const change = { $setOnInsert: { id }, $set: { log, excused, position, stream, version, event } }
        await untilFirst(() => stored.updateOne({ _id: ONLY }, change, { upsert: true }))
      }),
    note: ({ position, stream, version, event }) =>
      asking(async () => {
        const further = { _id: ONLY, position: { $lt: position } }
        await stored.updateOne(further, { $set: { position, stream, version, event } })
      }),
  }
}

export async function belongingIn(db: Db): Promise<Belonging | undefined> {
  const found = await db.collection<Stored>('belonging').findOne({ _id: ONLY })
  if (!found) return undefined
  const { id, log, excused, position, stream, version, event } = found
  return { id, log, excused, newest: position ? { position, stream, version, event } : undefined }
}
