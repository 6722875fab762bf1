import { existsSync } from 'node:fs'
import { type Position, type Recorded, START } from '@shop/language/events/event'
import type { EventReader } from '@shop/stores/event-store/event-store'
import { readEvents } from '@shop/stores/event-store/sqlite/read-events'
import { openEventStore } from './open-adapters.ts'

/** A log as it is stored, with sealed fields. It can be read while the shop runs. */
export type StoredLog = Readonly<{
  /** Undefined for a log in a file. */
  onServer: EventReader | undefined
  /** All events in order, up to the end of the log at this moment. */
  batches: () => AsyncIterable<readonly Recorded[]>
  close: () => Promise<void>
}>

/** Opens the log at a configured address. Throws if its file does not exist. */
export async function openStoredLog(address: string): Promise<StoredLog> {
  if (!address.startsWith('sqlite:')) {
    const onServer = await openEventStore(address)
    return { onServer, batches: () => eventsAfter(START, onServer), close: () => onServer.close() }
  }
  const file = fileOf(address)
  if (!existsSync(file)) throw new Error(`There is no file ${file}`)
  return { onServer: undefined, batches: () => readEvents(file), close: async () => {} }
}

export const fileOf = (address: string) => address.slice('sqlite:'.length)

/** All events after a position, up to the end of the log at this moment. */
export async function* eventsAfter(after: Position, store: EventReader): AsyncGenerator<readonly Recorded[]> {
  const end = await store.head()
  if (end <= after) return
  const stop = new AbortController()
  for await (const { events, upTo } of store.follow(after, stop.signal)) {
    yield events.filter(({ position }) => position <= end)
    if (upTo >= end) stop.abort()
  }
}
