import { basename } from 'node:path'
import { ConfigError, type Stores } from './config.ts'
import { openEventStore, openJobQueue, openKeyStore, openReadStore } from './open-adapters.ts'

type Closable = { close(): Promise<void> }
type Open<Adapter> = (address: string) => Promise<Adapter>

/** Opens what a composition root asks for, each by its address and closed with `opening`. Throws ConfigError. */
export function storesIn(opening: AsyncDisposableStack, stores: Stores) {
  async function kept<Adapter extends Closable>(open: Open<Adapter>, variable: string, address: string) {
    const adapter = await open(address).catch((cause: Error) => {
      throw new ConfigError(`${placeOf(variable, address)} cannot be opened (${cause.message})`, { cause })
    })
    return opening.adopt(adapter, () => adapter.close())
  }

  return {
    events: () => kept(openEventStore, 'EVENT_STORE_URL', stores.events),
    keys: () => kept(openKeyStore, 'KEY_STORE_URL', stores.keys),
    readModels: () => kept(openReadStore, 'READ_STORE_URL', stores.readModels),
    jobs: () => kept(openJobQueue, 'JOB_QUEUE_URL', stores.jobs),
  }
}

/** A server's address may hold a password: it is named, never said. */
const placeOf = (variable: string, address: string) =>
  address.startsWith('sqlite:') ? `DATA_DIR: ${basename(address.slice('sqlite:'.length))}` : `${variable}: the server`
