import { existsSync } from 'node:fs'
import { type Position, type Recorded, START } from '@shop/language/events/event'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { readEvents } from '@shop/stores/event-store/sqlite/read-events'
import { openEventStore } from './open-adapters.ts'

/** A log as it is stored, sealed fields sealed, for a look at all of it; the shop may run. */
export type StoredLog = Readonly<{
  /** Of a log that is on a server; one in a file belongs to the shop that writes it. */
  onServer: EventReader | undefined
  /** All events up to the present end, in order. */
  batches: () => AsyncIterable<readonly Recorded[]>
  close: () => Promise<void>
}>

/** Opens the log at an address of the configuration. Throws when the file is not there. */
export async function openStoredLog(address: string): Promise<StoredLog> {
  if (!address.startsWith('sqlite:')) {
    const onServer = await openEventStore(address)
    return { onServer, batches: () => eventsAfter(START, onServer), close: () => onServer.close() }
  }
  const file = fileOf(address)
  if (!existsSync(file)) throw new Error(`${file} is not there`)
  return { onServer: undefined, batches: () => readEvents(file), close: async () => {} }
}

/** The file of an address that begins with `sqlite:`. */
export const fileOf = (address: string) => address.slice('sqlite:'.length)

/** All events after a position, up to the present end. */
export async function* eventsAfter(after: Position, store: EventReader): AsyncGenerator<readonly Recorded[]> {
  const end = await store.head()
  if (end <= after) return
  const stop = new AbortController()
  for await (const { events, upTo } of store.follow(after, stop.signal)) {
    yield events.filter(({ position }) => position <= end)
    if (upTo >= end) stop.abort()
  }
}
