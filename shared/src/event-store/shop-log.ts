import type { Recorded } from '../events/event.ts'
import type { KeyStore } from '../key-store/key-store.ts'
import { openEvent, sealEvent, sealedFor } from '../sealing/sealed-event.ts'
import type { EventStore } from './event-store.ts'

const BATCH = 500

/**
 * The log as the rooms know it. What an event tells of a person is sealed with that person's key before it is stored,
 * and opened on reading; old shapes are lifted to today's. With its key destroyed, a person's fields read as null.
 */
export function createShopLog(store: EventStore, keys: KeyStore): EventStore {
  async function openAll(events: readonly Recorded[]): Promise<readonly Recorded[]> {
    const people = new Set(events.map(sealedFor).filter((person) => person !== undefined))
    const known = people.size > 0 ? await keys.keysOf([...people]) : new Map<string, Buffer>()
    return events.map((event) => openEvent(event, known))
  }

  return {
    async append(stream, expectedVersion, events) {
      return store.append(stream, expectedVersion, await Promise.all(events.map((event) => sealEvent(event, keys))))
    },

    async *readStream(stream, fromVersion) {
      let batch: Recorded[] = []
      for await (const event of store.readStream(stream, fromVersion)) {
        if (batch.push(event) < BATCH) continue
        yield* await openAll(batch)
        batch = []
      }
      yield* await openAll(batch)
    },

    async *follow(after, signal) {
      for await (const batch of store.follow(after, signal)) yield { ...batch, events: await openAll(batch.events) }
    },

    head: () => store.head(),
    close: () => store.close(),
  }
}
