import { type Seen, seenUpTo } from '@shop/stores/seen/seen'
import type { Db } from 'mongodb'
import { belongingIn } from './key-store/belonging.ts'
import { openMongo, timed } from './open-mongodb.ts'
import { positionsIn } from './read-store/positions.ts'

const CALL_MS = 5_000

type Place = readonly [holds: Parameters<typeof openMongo>[1], database: string, seen: (db: Db) => Promise<Seen>]

/** TABLE: for each store, its database on a MongoDB server, and a query that returns how far the store has read a log. */
const places = {
  keys: [
    'keys',
    'selvedge-keys',
    async (db) => {
      const isUsed = (await db.collection('keys').findOne()) !== null
      return { positions: [], isUsed, belonging: await belongingIn(db) }
    },
  ],
  readModels: [
    'read models',
    'selvedge',
    async (db) => {
      return seenUpTo([...(await positionsIn(db)).values()])
    },
  ],
  snapshots: [
    'snapshots',
    'selvedge-snapshots',
    async (db) => {
      const [newest] = await db.collection('snapshots').find().sort({ $natural: -1 }).limit(1).toArray()
      return seenUpTo([String(newest?.position ?? '')])
    },
  ],
} as const satisfies Record<string, Place>

export async function seenInMongo(url: string, store: keyof typeof places): Promise<Seen> {
  const [holds, database, seenIn]: Place = places[store]
  const { client, db } = await openMongo(url, holds, database)
  try {
    return await timed(`The ${holds}`, CALL_MS, () => seenIn(db))
  } finally {
    await client.close()
  }
}
