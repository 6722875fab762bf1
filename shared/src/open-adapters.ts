import type { EventStore } from './event-store/event-store.ts'
import type { JobQueue } from './job-queue/job-queue.ts'
import type { KeyStore } from './key-store/key-store.ts'
import type { ReadStore } from './read-store/read-store.ts'

/*
 * Which adapter an address means. `sqlite:<file>` is a database of this process; any combination of adapters is a
 * valid shop. Only the adapter asked for is loaded.
 */

export const openEventStore = (address: string): Promise<EventStore> =>
  open(address, {
    sqlite: async (file) => (await import('./event-store/sqlite.ts')).openSqliteEventStore(file),
    esdb: async () => (await import('./event-store/kurrentdb.ts')).openKurrentEventStore(address),
    'esdb+discover': async () => (await import('./event-store/kurrentdb.ts')).openKurrentEventStore(address),
  })

export const openReadStore = (address: string): Promise<ReadStore> =>
  open(address, {
    sqlite: async (file) => (await import('./read-store/sqlite.ts')).openSqliteReadStore(file),
  })

export const openJobQueue = (address: string): Promise<JobQueue> =>
  open(address, {
    sqlite: async (file) => (await import('./job-queue/sqlite.ts')).openSqliteJobQueue(file),
  })

export const openKeyStore = (address: string): Promise<KeyStore> =>
  open(address, {
    sqlite: async (file) => (await import('./key-store/sqlite.ts')).openSqliteKeyStore(file),
  })

function open<Port>(address: string, adapters: Readonly<Record<string, (place: string) => Promise<Port>>>) {
  const [, scheme = '', place = ''] = /^([\w+]+):(.+)$/.exec(address) ?? []
  const adapter = Object.hasOwn(adapters, scheme) ? adapters[scheme] : undefined
  if (!adapter) throw new Error(`An address begins with ${Object.keys(adapters).join(': or ')}:, not ${scheme}:`)
  return adapter(place)
}
