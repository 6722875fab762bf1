import { randomBytes } from 'node:crypto'
import { KEY_BYTES, KeyDestroyed, type KeyStore } from '@shop/stores/key-store/key-store'
import type { Binary } from 'mongodb'
import { openMongo, timed, untilFirst } from '../open-mongodb.ts'
import { watchDestroyed } from './destroyed.ts'

const READ_MS = 500
const WRITE_MS = 2_000

/** STORAGE FORMAT. A destroyed key is null: that person never gets another. */
type StoredKey = { _id: string; key: Binary | Buffer | null }

/**
 * The keys in a database of their own on a MongoDB replica set, so that dropping the read models drops none. A
 * destroyed key's bytes leave the server's journal and oplog only when these are overwritten.
 */
export async function openMongoKeyStore(url: string): Promise<KeyStore> {
  const { client, db } = await openMongo(url, 'keys', 'selvedge-keys')
  const keys = db.collection<StoredKey>('keys')
  const destroyed = watchDestroyed(keys)

  return {
    keyFor: (personId) =>
      timed('The keys', WRITE_MS, async () => {
        const found =
          (await keys.findOne({ _id: personId })) ??
          (await untilFirst(() =>
            keys.findOneAndUpdate(
              { _id: personId },
              { $setOnInsert: { key: randomBytes(KEY_BYTES) } },
              { upsert: true, returnDocument: 'after' },
            ),
          ))
        if (!found?.key) throw new KeyDestroyed(personId)
        return bytesOf(found.key)
      }),

    keysOf: (personIds) =>
      timed('The keys', READ_MS, async (signal) => {
        const found = keys.find({ _id: { $in: personIds }, key: { $ne: null } }, { signal, maxTimeMS: READ_MS })
        return new Map((await found.toArray()).map(({ _id, key }) => [_id, bytesOf(key!)]))
      }),

    destroy: (personId) =>
      timed('The keys', WRITE_MS, async () => {
        await untilFirst(() => keys.updateOne({ _id: personId }, { $set: { key: null } }, { upsert: true }))
      }),

    onDestroyed: destroyed.listen,

    async close() {
      await destroyed.close()
      await client.close()
    },
  }
}

const bytesOf = (key: Binary | Buffer) => Buffer.from(Buffer.isBuffer(key) ? key : key.buffer)
