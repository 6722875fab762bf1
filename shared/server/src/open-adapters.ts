import type { Counters } from '@shop/stores/counters/counters'
import type { EventReader, EventStore } from '@shop/stores/event-store/event-store'
import type { JobQueue } from '@shop/stores/job-queue/job-queue'
import type { KeyStore } from '@shop/stores/key-store/key-store'
import type { Mailer } from '@shop/stores/mailer/mailer'
import type { Checkpoints } from '@shop/stores/read-store/checkpoint'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { SnapshotStore } from '@shop/stores/snapshot-store/snapshot-store'
import type { Turns } from '@shop/stores/turns/turns'

/*
 * `sqlite:<file>` is a database in a file of this process. `esdb:`, `mongodb:` and `redis:` are servers. Only the needed adapters are
 * loaded, because an installation need not have all adapters.
 */

/** `message` has the command that installs the adapter. */
export class NotInstalled extends Error {}

export const openEventStore = (address: string): Promise<EventStore> =>
  open(address, {
    sqlite: async (file) =>
      (await import('@shop/stores/event-store/sqlite/sqlite-event-store')).openSqliteEventStore(file),
    esdb: async (_, url) => {
      const adapter = await installed('kurrentdb', () => import('@shop/kurrentdb/kurrentdb-event-store'))
      return requireReachable(adapter.openKurrentEventStore(url))
    },
  })

/** A log in a file can be read while the shop writes it. */
export const openEventReader = (address: string): Promise<EventReader & Pick<EventStore, 'close'>> =>
  address.startsWith('sqlite:')
    ? open(address, {
        sqlite: async (file) =>
          (await import('@shop/stores/event-store/sqlite/sqlite-event-reader')).openSqliteEventReader(file),
      })
    : openEventStore(address)

export const openReadStore = (address: string): Promise<ReadStore> =>
  open(address, {
    sqlite: async (file) =>
      (await import('@shop/stores/read-store/sqlite/sqlite-read-store')).openSqliteReadStore(file),
    mongodb: async (_, url) => {
      const adapter = await installed('mongodb', () => import('@shop/mongodb/read-store/mongodb-read-store'))
      return adapter.openMongoReadStore(url)
    },
  })

export const openCheckpoints = (address: string): Promise<Checkpoints> =>
  open(address, {
    sqlite: async (file) => (await import('@shop/stores/read-store/sqlite/checkpoints')).openSqliteCheckpoints(file),
    mongodb: async (_, url) => {
      const adapter = await installed('mongodb', () => import('@shop/mongodb/read-store/checkpoints'))
      return adapter.openMongoCheckpoints(url)
    },
  })

/** `now`: the clock that decides which jobs are due. */
export function openJobQueue(address: string, now: () => number): Promise<JobQueue> {
  async function redis(_: string, url: string): Promise<JobQueue> {
    const adapter = await installed('redis', () => import('@shop/redis/bullmq-job-queue'))
    return adapter.openBullMqJobQueue(url, { now })
  }
  async function sqlite(file: string): Promise<JobQueue> {
    const adapter = await import('@shop/stores/job-queue/sqlite/sqlite-job-queue')
    return adapter.openSqliteJobQueue(file, { now })
  }
  return open(address, { sqlite, redis, rediss: redis })
}

/** `Turns` are at the address of the job queue, because processes that share jobs must also share turns. */
export function openTurns(address: string): Promise<Turns> {
  const redis = async (_: string, url: string) =>
    (await installed('redis', () => import('@shop/redis/redis-turns'))).openRedisTurns(url)
  const sqlite = async () => (await import('@shop/stores/turns/sole-turns')).createSoleTurns()
  return open(address, { sqlite, redis, rediss: redis })
}

export const openSnapshotStore = (address: string): Promise<SnapshotStore> =>
  open(address, {
    sqlite: async (file) =>
      (await import('@shop/stores/snapshot-store/sqlite/sqlite-snapshot-store')).openSqliteSnapshotStore(file),
    async mongodb(_, url) {
      const adapter = await installed('mongodb', () => import('@shop/mongodb/snapshot-store/mongodb-snapshot-store'))
      return adapter.openMongoSnapshotStore(url)
    },
  })

export const openCounters = (address: string): Promise<Counters> =>
  open(address, {
    memory: async () => (await import('@shop/stores/counters/memory-counters')).createMemoryCounters(),
    unlimited: async () => (await import('@shop/stores/counters/unlimited-counters')).createUnlimitedCounters(),
    redis: openRedis,
    rediss: openRedis,
  })

async function openRedis(_: string, url: string): Promise<Counters> {
  const adapter = await installed('redis', () => import('@shop/redis/redis-counters'))
  return adapter.openRedisCounters(url)
}

export const openKeyStore = (address: string): Promise<KeyStore> =>
  open(address, {
    sqlite: async (file) => (await import('@shop/stores/key-store/sqlite/sqlite-key-store')).openSqliteKeyStore(file),
    mongodb: async (_, url) => {
      const adapter = await installed('mongodb', () => import('@shop/mongodb/key-store/mongodb-key-store'))
      return adapter.openMongoKeyStore(url)
    },
  })

/** `outbox:<folder>` removes mails that are old by the clock's `forgetting`. */
export function openMailer(
  address: string,
  from: string,
  clock?: Readonly<{ now: () => number; forgetting: () => number }>,
): Promise<Mailer> {
  async function smtp(_: string, url: string): Promise<Mailer> {
    return (await installed('smtp', () => import('@shop/smtp/smtp-mailer'))).openSmtpMailer(url, from)
  }
  async function outbox(folder: string): Promise<Mailer> {
    return (await import('@shop/stores/mailer/folder/folder-mailer')).openFolderMailer(folder, clock)
  }
  return open(address, { outbox, smtp, smtps: smtp })
}

/** Yields all data on a server, for a search. `onlyLimits`: the address is only for the counts of limits. */
export function openContents(
  address: string,
  onlyLimits: boolean,
): Promise<AsyncIterable<Readonly<{ place: string; bytes: Uint8Array }>>> {
  const redis = async (_: string, url: string) =>
    (await installed('redis', () => import('@shop/redis/contents'))).redisContents(url, onlyLimits)
  async function mongodb(_: string, url: string) {
    return (await installed('mongodb', () => import('@shop/mongodb/contents'))).mongoContents(url)
  }
  return open(address, { mongodb, redis, rediss: redis })
}

/** Throws NotInstalled if the adapter or the server's client is not installed. */
export async function installed<Adapter>(workspace: string, load: () => Promise<Adapter>): Promise<Adapter> {
  try {
    return await load()
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw cause
    throw new NotInstalled(`@shop/${workspace} is not installed: npm install -w @shop/${workspace}`)
  }
}

/** The client connects only with the first request, so this request shows whether the server can be reached and used. */
async function requireReachable(store: EventStore): Promise<EventStore> {
  try {
    await store.id()
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

type Opener<Port> = (place: string, address: string) => Promise<Port>

/**
 * Opens the adapter for the scheme of an address. The word after a plus, as in `mongodb+srv` and `esdb+discover`, only says how the servers
 * are found.
 */
export async function open<Port>(address: string, adapters: Readonly<Record<string, Opener<Port>>>): Promise<Port> {
  const [, scheme = '', place = ''] = /^(\w+)(?:\+\w+)?:(.*)$/.exec(address) ?? []
  const adapter = Object.hasOwn(adapters, scheme) ? adapters[scheme] : undefined
  // The address may contain a password, so it is never printed.
  if (!adapter) throw new Error(`use an address that begins with one of ${Object.keys(adapters).join(', ')}`)
  return adapter(place, address)
}
