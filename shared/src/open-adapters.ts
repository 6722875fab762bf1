import type { EventStore } from './event-store/event-store.ts'
import type { JobQueue } from './job-queue/job-queue.ts'
import type { KeyStore } from './key-store/key-store.ts'
import type { ReadStore } from './read-store/read-store.ts'

/*
 * Which adapter an address means. `sqlite:<file>` is a database of this process, the others are servers; any
 * combination of adapters is a valid shop. Only the adapter asked for is loaded.
 */

export const openEventStore = (address: string): Promise<EventStore> =>
  open(address, {
    sqlite: async (file) => (await import('./event-store/sqlite.ts')).openSqliteEventStore(file),
    esdb: async (_, url) => named((await import('./event-store/kurrentdb.ts')).openKurrentEventStore(url)),
  })

export const openReadStore = (address: string): Promise<ReadStore> =>
  open(address, {
    sqlite: async (file) => (await import('./read-store/sqlite.ts')).openSqliteReadStore(file),
    mongodb: async (_, url) => (await import('./read-store/mongodb.ts')).openMongoReadStore(url),
  })

export const openJobQueue = (address: string): Promise<JobQueue> =>
  open(address, {
    sqlite: async (file) => (await import('./job-queue/sqlite.ts')).openSqliteJobQueue(file),
    redis: async (_, url) => (await import('./job-queue/bullmq.ts')).openBullMqJobQueue(url),
    rediss: async (_, url) => (await import('./job-queue/bullmq.ts')).openBullMqJobQueue(url),
  })

export const openKeyStore = (address: string): Promise<KeyStore> =>
  open(address, {
    sqlite: async (file) => (await import('./key-store/sqlite.ts')).openSqliteKeyStore(file),
    mongodb: async (_, url) => (await import('./key-store/mongodb.ts')).openMongoKeyStore(url),
  })

/** A client connects when it is first asked: only then is it known whether the server is there, and fit for a shop. */
async function named(store: EventStore): Promise<EventStore> {
  try {
    await store.id()
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

type Opener<Port> = (place: string, address: string) => Promise<Port>

/** By the scheme up to a plus: `mongodb+srv` and `esdb+discover` only say how the servers are found. */
async function open<Port>(address: string, adapters: Readonly<Record<string, Opener<Port>>>): Promise<Port> {
  const [, scheme = '', place = ''] = /^(\w+)(?:\+\w+)?:(.+)$/.exec(address) ?? []
  const adapter = Object.hasOwn(adapters, scheme) ? adapters[scheme] : undefined
  // An address may hold a password: it is never said.
  if (!adapter) throw new Error(`an address that begins with one of ${Object.keys(adapters).join(', ')} is expected`)
  return adapter(place, address)
}
