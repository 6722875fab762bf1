import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { logFact } from '@shop/logger/logger'
import { LogChanged } from '@shop/stores/event-store/chain'
import { ForeignLog } from '@shop/stores/event-store/event-store'
import { ConfigError, UNUSABLE_DATA } from './config.ts'
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
import type { Stores } from './stores-config.ts'

type Closable = { close(): Promise<void> }
type Open<Adapter> = (address: string) => Promise<Adapter>

/** How long a server is waited for that starts later. */
const WAIT_MS = 30_000
const PAUSE_MS = 500

/** Opens stores by their addresses for a composition root; they are closed with `opening`. Throws ConfigError. */
export function storesIn(opening: AsyncDisposableStack, stores: Stores) {
  async function kept<Adapter extends Closable>(open: Open<Adapter>, variable: string, address: string) {
    const patienceMs = address.startsWith('sqlite:') ? 0 : WAIT_MS
    const adapter = await openPatiently(() => open(address), pageEndOf(variable, address), patienceMs)
    return opening.adopt(adapter, () => adapter.close())
  }

  return {
    events: () => kept(openEventStore, 'EVENT_STORE_URL', stores.events),
    /** The log for reading alone, also beside the shop that writes it. */
    eventReader: () => kept(openEventReader, 'EVENT_STORE_URL', stores.events),
    keys: () => kept(openKeyStore, 'KEY_STORE_URL', stores.keys),
    readModels: () => kept(openReadStore, 'READ_STORE_URL', stores.readModels),
    jobs: (now: () => number) => kept((address) => openJobQueue(address, now), 'JOB_QUEUE_URL', stores.jobs),
    turns: () => kept(openTurns, 'JOB_QUEUE_URL', stores.jobs),
    snapshots: () => kept(openSnapshotStore, 'SNAPSHOT_STORE_URL', stores.snapshots),
    counters: () => kept(openCounters, 'COUNTER_STORE_URL', stores.counters),
  }
}

async function openPatiently<Adapter>(open: () => Promise<Adapter>, place: string, patienceMs: number) {
  const giveUpMs = performance.now() + patienceMs
  let said = ''
  for (;;) {
    try {
      return await open()
    } catch (cause) {
      const message = `${place} cannot be opened (${reasonOf(cause as Error)})`
      if (!isWorthWaiting(cause) || performance.now() >= giveUpMs)
        throw new ConfigError(message, { cause, ...(cause instanceof LogChanged && { exitCode: UNUSABLE_DATA }) })
      if (message !== said) logFact('warn', message)
      said = message
      await sleep(PAUSE_MS)
    }
  }
}

/** Neither another shop's log nor a missing package changes by waiting. */
const isWorthWaiting = (cause: unknown) => !(cause instanceof ForeignLog || cause instanceof NotInstalled)

/** Some errors have no message but a cause, and some only a name. */
const reasonOf = ({ message, name, cause }: Error) =>
  [message || name, ...(cause instanceof Error && cause.message ? [cause.message] : [])].join(': ')

/** A server's address may have a password: its variable is named instead. */
const pageEndOf = (variable: string, address: string) =>
  address.startsWith('sqlite:') ? `DATA_DIR: ${basename(address.slice('sqlite:'.length))}` : `${variable}: the server`
