import { basename } from 'node:path'
import { ForeignLog } from '@shop/stores/event-store/event-store'
import { leftOverJournal } from '@shop/stores/event-store/sqlite/left-over-journal'
import type { KeyStore } from '@shop/stores/key-store/key-store'
import { logFact } from '@shop/stores/logger/logger'
import { isDamaged } from '@shop/stores/open-sqlite'
import { ConfigError } from './config.ts'
import { refusalOf, requireSoundFile } from './needed-database.ts'
import {
  NotInstalled,
  openCounters,
  openEventReader,
  openEventStore,
  openJobQueue,
  openKeyStore,
  openReadStore,
  openSnapshotStore,
  openTurns,
} from './open-adapters.ts'
import { type CheckedStore, openKeysReadOnly, openLogReadOnly, seenIn } from './open-read-only.ts'
import { patiently } from './patiently.ts'
import { fileOf } from './stored-log.ts'
import { type Stores, storeVariables } from './stores-config.ts'

type Closable = { close(): Promise<void> }
type Open<Adapter> = (address: string) => Promise<Adapter>

/** Opens stores for a composition root. `opening` closes the stores. Throws ConfigError. */
export function storesIn(opening: AsyncDisposableStack, stores: Stores) {
  async function kept<Adapter extends Closable>(open: Open<Adapter>, variable: string, address: string) {
    const adapter = await opened(() => open(address), variable, address)
    return opening.adopt(adapter, () => adapter.close())
  }

  return {
    /** How far a store has read a log. Call this before the store is opened. */
    seen: (store: CheckedStore) => opened(() => seenIn(store, stores[store]), storeVariables[store], stores[store]),
    /** Call this before the log is opened. Undefined if there is no log yet. */
    async logReadOnly() {
      const log = await opened(() => openLogReadOnly(stores.events), 'EVENT_STORE_URL', stores.events)
      return log && opening.adopt(log, () => log.close())
    },
    /** Throws ConfigError if reading shows that the log's file is damaged. */
    readingLog: <Read>(read: () => Promise<Read>) => opened(read, 'EVENT_STORE_URL', stores.events),
    keysReadOnly: () => kept(openKeysReadOnly, 'KEY_STORE_URL', stores.keys),
    events: () => kept(openEventStore, 'EVENT_STORE_URL', stores.events),
    /** The shop may write the log at the same time. */
    eventReader: () => kept(openEventReader, 'EVENT_STORE_URL', stores.events),
    keys: () => kept(openSoundKeys, 'KEY_STORE_URL', stores.keys),
    readModels: () => kept(openReadStore, 'READ_STORE_URL', stores.readModels),
    jobs: (now: () => number) => kept((address) => openJobQueue(address, now), 'JOB_QUEUE_URL', stores.jobs),
    turns: () => kept(openTurns, 'JOB_QUEUE_URL', stores.jobs),
    snapshots: () => kept(openSnapshotStore, 'SNAPSHOT_STORE_URL', stores.snapshots),
    counters: () => kept(openCounters, 'COUNTER_STORE_URL', stores.counters),
  }
}

const opened = <Opened>(open: () => Promise<Opened>, variable: string, address: string) =>
  address.startsWith('sqlite:') ? openFile(open, fileOf(address)) : openPatiently(open, `${variable}: the server`)

/** The name of a store for the operator. A server's address is never shown, because it may contain a password. */
export const placeOf = (store: keyof Stores, stores: Stores) =>
  stores[store].startsWith('sqlite:') ? basename(fileOf(stores[store])) : storeVariables[store]

/** Checks all pages of a file first, because a damaged page might be noticed only weeks later. */
const openSoundKeys: Open<KeyStore> = async (address) => {
  if (address.startsWith('sqlite:')) requireSoundFile(fileOf(address))
  return openKeyStore(address)
}

async function openFile<Adapter>(open: () => Promise<Adapter>, file: string) {
  try {
    return await open()
  } catch (cause) {
    // If the journal of another log is beside the file, the file is sound but looks damaged.
    const why = isDamaged(cause) ? (leftOverJournal(file) ?? cause) : cause
    throw refusalOf(file, why) ?? cannotOpen(`DATA_DIR: ${basename(file)}`, cause)
  }
}

async function openPatiently<Adapter>(open: () => Promise<Adapter>, place: string) {
  const onWait = (cause: Error) => logFact('warn', cannotOpen(place, cause).message)
  try {
    return await patiently(open, { isWorthWaiting, onWait })
  } catch (cause) {
    throw cannotOpen(place, cause)
  }
}

const cannotOpen = (place: string, cause: unknown) =>
  new ConfigError(`${place} cannot be opened (${reasonOf(cause as Error)})`, { cause })

const isWorthWaiting = (cause: unknown) => !(cause instanceof ForeignLog || cause instanceof NotInstalled)

/** Some errors have a cause instead of a message, and some have only a name. */
const reasonOf = ({ message, name, cause }: Error) =>
  [message || name, ...(cause instanceof Error && cause.message ? [cause.message] : [])].join(': ')
