import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { logFact } from '@shop/logger/logger'
import { ForeignLog } from '@shop/stores/event-store/event-store'
import { leftOverJournal } from '@shop/stores/event-store/sqlite/left-over-journal'
import type { KeyStore } from '@shop/stores/key-store/key-store'
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
import { type LookedAt, openKeysToLook, openLogToLook, seenIn } from './open-to-look.ts'
import { fileOf } from './stored-log.ts'
import { type Stores, storeVariables } from './stores-config.ts'

type Closable = { close(): Promise<void> }
type Open<Adapter> = (address: string) => Promise<Adapter>

/** How long to wait for a server that starts later. */
const WAIT_MS = 30_000
const PAUSE_MS = 500

/** Opens stores by their addresses for a composition root. They are closed with `opening`. Throws ConfigError. */
export function storesIn(opening: AsyncDisposableStack, stores: Stores) {
  async function kept<Adapter extends Closable>(open: Open<Adapter>, variable: string, address: string) {
    const adapter = await opened(() => open(address), variable, address)
    return opening.adopt(adapter, () => adapter.close())
  }

  return {
    /** What a store has seen of the log, before it is opened. */
    seen: (store: LookedAt) => opened(() => seenIn(store, stores[store]), storeVariables[store], stores[store]),
    /** The log before it is opened; undefined if there is none yet. */
    async logToLookAt() {
      const log = await opened(() => openLogToLook(stores.events), 'EVENT_STORE_URL', stores.events)
      return log && opening.adopt(log, () => log.close())
    },
    /** A read of the log that may reveal that its file is damaged. */
    readingLog: <Read>(read: () => Promise<Read>) => opened(read, 'EVENT_STORE_URL', stores.events),
    keysToLookAt: () => kept(openKeysToLook, 'KEY_STORE_URL', stores.keys),
    events: () => kept(openEventStore, 'EVENT_STORE_URL', stores.events),
    /** The log for reading only, also beside the shop that writes it. */
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

/** A store's name for its operator. A server's address may contain a password, so its variable is named instead. */
export const placeOf = (store: keyof Stores, stores: Stores) =>
  stores[store].startsWith('sqlite:') ? basename(fileOf(stores[store])) : storeVariables[store]

/** Checks all pages: a key store is small, and a damaged page might only be read weeks later. The log is checked by its chain instead. */
const openSoundKeys: Open<KeyStore> = async (address) => {
  if (address.startsWith('sqlite:')) requireSoundFile(fileOf(address))
  return openKeyStore(address)
}

async function openFile<Adapter>(open: () => Promise<Adapter>, file: string) {
  try {
    return await open()
  } catch (cause) {
    // A journal that another log has left beside the file makes it look damaged.
    const why = isDamaged(cause) ? (leftOverJournal(file) ?? cause) : cause
    throw refusalOf(file, why) ?? cannotOpen(`DATA_DIR: ${basename(file)}`, cause)
  }
}

async function openPatiently<Adapter>(open: () => Promise<Adapter>, place: string) {
  const giveUpMs = performance.now() + WAIT_MS
  let said = ''
  for (;;) {
    try {
      return await open()
    } catch (cause) {
      const refusal = cannotOpen(place, cause)
      if (!isWorthWaiting(cause) || performance.now() >= giveUpMs) throw refusal
      if (refusal.message !== said) logFact('warn', refusal.message)
      said = refusal.message
      await sleep(PAUSE_MS)
    }
  }
}

const cannotOpen = (place: string, cause: unknown) =>
  new ConfigError(`${place} cannot be opened (${reasonOf(cause as Error)})`, { cause })

/** Waiting helps neither with another shop's log nor with a missing package. */
const isWorthWaiting = (cause: unknown) => !(cause instanceof ForeignLog || cause instanceof NotInstalled)

/** Some errors have a cause instead of a message, and some only a name. */
const reasonOf = ({ message, name, cause }: Error) =>
  [message || name, ...(cause instanceof Error && cause.message ? [cause.message] : [])].join(': ')
