import { randomBytes } from 'node:crypto'
import {
  checksumOf,
  DISTRUSTED,
  isSound,
  KEY_BYTES,
  KeyDamaged,
  KeyDestroyed,
  type KeyStanding,
  type KeyStore,
} from '@shop/stores/key-store/key-store'
import type { Binary, Collection, Filter } from 'mongodb'
import { openMongo, timed, untilFirst } from '../open-mongodb.ts'
import { createBelonging } from './belonging.ts'
import { watchDestroyed } from './destroyed.ts'

const READ_MS = 500
const WRITE_MS = 2_000
const ALL_MS = 600_000
const PAGE = 500

type Bytes = Binary | Buffer
/** STORAGE FORMAT. A destroyed key is null and stays stored, so that the person never gets another key. */
export type StoredKey = { _id: string; key: Bytes | null; checksum?: Bytes; lost?: true }

/**
 * The keys are in a separate database, so that dropping the read models drops no key. The server's journal and oplog contain the bytes of a
 * destroyed key until they are overwritten.
 */
export async function openMongoKeyStore(url: string): Promise<KeyStore> {
  const { client, db } = await openMongo(url, 'keys', 'selvedge-keys')
  const keys = db.collection<StoredKey>('keys')
  const destroyed = watchDestroyed(keys)
  await timed('The keys', ALL_MS, () => addChecksums(keys))
  return {
    ...createKeys(keys),
    ...createFaults(keys),
    ...createBelonging(db),
    onDestroyed: destroyed.listen,
    async close() {
      await destroyed.close()
      await client.close()
    },
  }
}

function createKeys(keys: Collection<StoredKey>): Pick<KeyStore, 'keyFor' | 'keysOf' | 'destroy'> {
  return {
    keyFor: (personId) =>
      timed('The keys', WRITE_MS, async () => {
        const key = randomBytes(KEY_BYTES)
        const found =
          (await keys.findOne({ _id: personId })) ??
          (await untilFirst(() =>
            keys.findOneAndUpdate(
              { _id: personId },
              { $setOnInsert: { key, checksum: checksumOf(personId, key) } },
              { upsert: true, returnDocument: 'after' },
            ),
          ))
        const standing = found ? standingOf(found) : 'destroyed'
        if (standing === 'sound') return bytesOf(found!.key!)
        throw standing === 'damaged' ? new KeyDamaged(personId) : new KeyDestroyed(personId)
      }),

    keysOf: (personIds) =>
      timed('The keys', READ_MS, async (signal) => {
        const found = keys.find({ _id: { $in: personIds }, key: { $ne: null } }, { signal, maxTimeMS: READ_MS })
        const sound = (await found.toArray()).filter((stored) => standingOf(stored) === 'sound')
        return new Map(sound.map(({ _id, key }) => [_id, bytesOf(key!)]))
      }),

    destroy: (personId) =>
      timed('The keys', WRITE_MS, async () => {
        const nothing = { $set: { key: null }, $unset: { checksum: 1, lost: 1 } } as const
        await untilFirst(() => keys.updateOne({ _id: personId }, nothing, { upsert: true }))
      }),
  }
}

function createFaults(
  keys: Collection<StoredKey>,
): Pick<KeyStore, 'standings' | 'faulty' | 'lose' | 'distrust' | 'restore'> {
  return {
    standings: (personIds) =>
      timed('The keys', WRITE_MS, async (signal) => {
        const found = await keys.find({ _id: { $in: personIds } }, { signal, maxTimeMS: WRITE_MS }).toArray()
        return new Map(found.map((stored) => [stored._id, standingOf(stored)]))
      }),

    async *faulty() {
      for await (const stored of keys.find({}, { batchSize: PAGE })) {
        const standing = standingOf(stored)
        if (standing === 'lost' || standing === 'damaged') yield { person: stored._id, standing }
      }
    },

    async lose(personIds) {
      for (const _id of personIds)
        await timed('The keys', WRITE_MS, () =>
          untilFirst(() => keys.updateOne({ _id }, { $setOnInsert: { key: null, lost: true } }, { upsert: true })),
        )
    },

    async distrust(personIds) {
      const these = { _id: { $in: [...personIds] }, key: { $ne: null } }
      await timed('The keys', WRITE_MS, () => keys.updateMany(these, { $set: { checksum: DISTRUSTED } }))
    },

    restore: (personId, key) =>
      timed('The keys', WRITE_MS, async () => {
        const kept = { key, checksum: checksumOf(personId, key) }
        const added = await untilFirst(() =>
          keys.updateOne({ _id: personId }, { $setOnInsert: kept }, { upsert: true }),
        )
        if (added.upsertedCount > 0) return true
        const found = await keys.findOne({ _id: personId })
        const standing = found && standingOf(found)
        if (standing === 'sound') return bytesOf(found!.key!).equals(key)
        if (!found || standing === 'destroyed') return false
        const asFound: Filter<StoredKey> = { _id: personId, key: found.key, lost: found.lost ?? { $exists: false } }
        return (await keys.updateOne(asFound, { $set: kept, $unset: { lost: 1 } })).matchedCount > 0
      }),
  }
}

/** Earlier versions of the shop stored keys without checksums. */
async function addChecksums(keys: Collection<StoredKey>) {
  const without = keys.find({ key: { $ne: null }, checksum: { $exists: false } }, { batchSize: PAGE })
  for await (const { _id, key } of without)
    await keys.updateOne({ _id, key }, { $set: { checksum: checksumOf(_id, bytesOf(key!)) } })
}

function standingOf({ _id, key, checksum, lost }: StoredKey): KeyStanding {
  if (!key) return lost ? 'lost' : 'destroyed'
  return isSound(_id, bytesOf(key), checksum && bytesOf(checksum)) ? 'sound' : 'damaged'
}

const bytesOf = (bytes: Bytes) => Buffer.from(Buffer.isBuffer(bytes) ? bytes : bytes.buffer)
