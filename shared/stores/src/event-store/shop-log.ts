import { type Position, type Recorded, START } from '@shop/language/events/event'
import type { KeyStore } from '../key-store/key-store.ts'
import { openEvent, sealEvent, sealedFor } from '../sealing/sealed-event.ts'
import type { EventReader, EventStore } from './event-store.ts'

const BATCH = 500
/** This many characters of the id distinguish the logs of a shop. */
const NAME_LENGTH = 8

/**
 * Seals personal fields with the person's key before storing them, opens them on reading, and upcasts older versions. After a key is
 * destroyed, the person's fields are null. A position starts with its log's name, so that the shop recognizes positions of another log
 * after a move or a restored backup.
 */
export function createShopLog(store: EventStore, keys: KeyStore): EventStore {
  return {
    ...createShopReader(store, keys),
    writers: store.writers,

    async append(stream, expectedVersion, events) {
      const name = await nameOf(store)
      const sealed = await Promise.all(events.map((event) => sealEvent(event, keys)))
      const { version, position } = await store.append(stream, expectedVersion, sealed)
      return { version, position: outside(position, name) }
    },

    noteKeyStore: (id) => store.noteKeyStore(id),
    close: () => store.close(),
  }
}

export function createShopReader(store: EventReader, keys: Pick<KeyStore, 'keysOf'>): EventReader {
  async function openAll(events: readonly Recorded[], name: string, open = openEvent): Promise<readonly Recorded[]> {
    const people = new Set(events.map(sealedFor).filter((person) => person !== undefined))
    const known = people.size > 0 ? await keys.keysOf([...people]) : new Map<string, Buffer>()
    return events.map((event) => ({ ...open(event, known), position: name + event.position }))
  }

  return {
    async *readStream(stream, fromVersion) {
      const name = await nameOf(store)
      let batch: Recorded[] = []
      for await (const event of store.readStream(stream, fromVersion)) {
        if (batch.push(event) < BATCH) continue
        yield* await openAll(batch, name)
        batch = []
      }
      yield* await openAll(batch, name)
    },

    async *follow(after, signal, types) {
      const name = await nameOf(store)
      const from = inside(after, name)
      if (from === undefined) throw new Error(`'${after}' is a position of another log`)
      for await (const { events, upTo, caughtUp } of store.follow(from, signal, types))
        yield { events: await openAll(events, name, openIfReadable), upTo: outside(upTo, name), caughtUp }
    },

    head: async () => outside(await store.head(), await nameOf(store)),
    async newest() {
      const event = await store.newest()
      return event && { ...event, position: outside(event.position, await nameOf(store)) }
    },
    id: () => store.id(),
    identity: () => store.identity(),
    async has(position) {
      const own = inside(position, await nameOf(store))
      return own !== undefined && store.has(own)
    },
    extent: async (position) => store.extent(inside(position, await nameOf(store)) ?? START),
    chainHead: () => store.chainHead(),
    ...(store.checkChain && { checkChain: store.checkChain }),
  }
}

function openIfReadable(event: Recorded, keys: ReadonlyMap<string, Buffer>): Recorded {
  try {
    return openEvent(event, keys)
  } catch (error) {
    return { ...event, unreadable: error instanceof Error ? error : new Error(String(error)) }
  }
}

/** STORAGE FORMAT. The prefix of positions. */
const nameOf = async (store: EventReader) => nameIn(await store.id())
const nameIn = (id: string) => `${id.slice(0, NAME_LENGTH)}.`
export const positionInside = (position: Position): Position => position.slice(NAME_LENGTH + 1)
/** Only the outside form of a position has the log's name. */
export const positionsOf = (id: string) => ({
  outside: (position: Position) => outside(position, nameIn(id)),
  inside: (position: Position) => inside(position, nameIn(id)),
})
const outside = (position: Position, name: string) => (position === START ? START : name + position)
/** Undefined for a position of another log. */
const inside = (position: Position, name: string) => {
  if (position === START) return START
  return position.startsWith(name) ? position.slice(name.length) : undefined
}
