import { basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError, type Stores } from './config.ts'
import { log } from './log.ts'
import { openEventStore, openJobQueue, openKeyStore, openReadStore } from './open-adapters.ts'

type Closable = { close(): Promise<void> }
type Open<Adapter> = (address: string) => Promise<Adapter>

/** A server may come up later than whoever needs it. */
const PATIENCE_MS = 30_000
const PAUSE_MS = 500

/** Opens what a composition root asks for, each by its address and closed with `opening`. Throws ConfigError. */
export function storesIn(opening: AsyncDisposableStack, stores: Stores) {
  async function kept<Adapter extends Closable>(open: Open<Adapter>, variable: string, address: string) {
    const patienceMs = address.startsWith('sqlite:') ? 0 : PATIENCE_MS
    const adapter = await openPatiently(() => open(address), placeOf(variable, address), patienceMs)
    return opening.adopt(adapter, () => adapter.close())
  }

  return {
    events: () => kept(openEventStore, 'EVENT_STORE_URL', stores.events),
    keys: () => kept(openKeyStore, 'KEY_STORE_URL', stores.keys),
    readModels: () => kept(openReadStore, 'READ_STORE_URL', stores.readModels),
    jobs: () => kept(openJobQueue, 'JOB_QUEUE_URL', stores.jobs),
  }
}

async function openPatiently<Adapter>(open: () => Promise<Adapter>, place: string, patienceMs: number) {
  const giveUpMs = performance.now() + patienceMs
  for (;;) {
    try {
      return await open()
    } catch (cause) {
      const message = `${place} cannot be opened (${(cause as Error).message})`
      if (performance.now() >= giveUpMs) throw new ConfigError(message, { cause })
      log('warn', message)
      await sleep(PAUSE_MS)
    }
  }
}

/** A server's address may hold a password: it is named, never said. */
const placeOf = (variable: string, address: string) =>
  address.startsWith('sqlite:') ? `DATA_DIR: ${basename(address.slice('sqlite:'.length))}` : `${variable}: the server`
