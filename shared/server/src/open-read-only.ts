import type { EventReader, EventStore } from '@shop/stores/event-store/event-store'
import type { ReadableKeys } from '@shop/stores/key-store/sqlite/key-rows'
import type { Seen } from '@shop/stores/seen/seen'
import { installed, open, openKeyStore } from './open-adapters.ts'
import type { Stores } from './stores-config.ts'

/*
 * These functions read stores before the shop opens them for writing. They change no data, so that the operator can examine the files if
 * there is a problem.
 */

/** Undefined if there is no log yet. */
export const openLogReadOnly = (address: string): Promise<(EventReader & Pick<EventStore, 'close'>) | undefined> =>
  open(address, {
    sqlite: async (file) =>
      (await import('@shop/stores/event-store/sqlite/sqlite-event-reader')).openSqliteLogReadOnly(file),
    async esdb(_, url) {
      const store = (
        await installed('kurrentdb', () => import('@shop/kurrentdb/kurrentdb-event-store'))
      ).openKurrentEventStore(url)
      try {
        await store.head()
        return store
      } catch (error) {
        await store.close()
        throw error
      }
    },
  })

/** Keys on a server are opened as usual. */
export const openKeysReadOnly = (address: string): Promise<ReadableKeys> =>
  open<ReadableKeys>(address, {
    sqlite: async (file) => (await import('@shop/stores/key-store/sqlite/key-rows')).openKeysReadOnly(file),
    mongodb: (_, url) => openKeyStore(url),
  })

/** TABLE: the stores that have seen a part of the log. */
export const checkedStores = ['keys', 'readModels', 'jobs', 'snapshots'] as const satisfies readonly (keyof Stores)[]
export type CheckedStore = (typeof checkedStores)[number]

export function seenIn(store: CheckedStore, address: string): Promise<Seen> {
  const redis = async (_: string, url: string) =>
    (await installed('redis', () => import('@shop/redis/seen-in-redis'))).seenInRedis(url)
  return open(address, {
    sqlite: async (file) => (await import('@shop/stores/seen/seen-in-file')).seenInFile(file, store),
    async mongodb(_, url) {
      const { seenInMongo } = await installed('mongodb', () => import('@shop/mongodb/seen-in-mongodb'))
      return seenInMongo(url, store as Exclude<CheckedStore, 'jobs'>)
    },
    redis,
    rediss: redis,
  })
}
