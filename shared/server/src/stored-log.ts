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
  requireLogFile(address)
  const file = fileOf(address)
  return { onServer: undefined, batches: () => readEvents(file), close: async () => {} }
}

/** Throws if the log is a file that does not exist, so that a command creates no new shop in a wrong folder. */
export function requireLogFile(address: string) {
  if (address.startsWith('sqlite:') && !existsSync(fileOf(address)))
    throw new Error(`There is no file ${fileOf(address)}`)
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
