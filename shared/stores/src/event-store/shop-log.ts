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
      const { outside } = positionsOf(await store.id())
      const sealed = await Promise.all(events.map((event) => sealEvent(event, keys)))
      const { version, position } = await store.append(stream, expectedVersion, sealed)
      return { version, position: outside(position) }
    },

    noteKeyStore: (id) => store.noteKeyStore(id),
    close: () => store.close(),
  }
}

export function createShopReader(store: EventReader, keys: Pick<KeyStore, 'keysOf'>): EventReader {
  async function openAll(events: readonly Recorded[], { outside }: Positions, open = openEvent) {
    const people = new Set(events.map(sealedFor).filter((person) => person !== undefined))
    const known = people.size > 0 ? await keys.keysOf([...people]) : new Map<string, Buffer>()
    return events.map((event) => ({ ...open(event, known), position: outside(event.position) }))
  }

  return {
    async *readStream(stream, fromVersion) {
      const own = positionsOf(await store.id())
      let batch: Recorded[] = []
      for await (const event of store.readStream(stream, fromVersion)) {
        if (batch.push(event) < BATCH) continue
        yield* await openAll(batch, own)
        batch = []
      }
      yield* await openAll(batch, own)
    },

    async *follow(after, signal, types) {
      const own = positionsOf(await store.id())
      const from = own.inside(after)
      if (from === undefined) throw new Error(`'${after}' is a position of another log`)
      for await (const { events, upTo, caughtUp } of store.follow(from, signal, types))
        yield { events: await openAll(events, own, openIfReadable), upTo: own.outside(upTo), caughtUp }
    },

    head: async () => positionsOf(await store.id()).outside(await store.head()),
    newestAt: () => store.newestAt(),
    id: () => store.id(),
    identity: () => store.identity(),
    async has(position) {
      const inside = positionsOf(await store.id()).inside(position)
      return inside !== undefined && store.has(inside)
    },
    extent: async (position) => store.extent(positionsOf(await store.id()).inside(position) ?? START),
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

type Positions = ReturnType<typeof positionsOf>
/** STORAGE FORMAT. Only the outside form of a position begins with the log's name. */
export function positionsOf(id: string) {
  const name = `${id.slice(0, NAME_LENGTH)}.`
  return {
    outside: (position: Position) => (position === START ? START : name + position),
    /** Undefined for a position of another log. */
    inside(position: Position) {
      if (position === START) return START
      return position.startsWith(name) ? positionInside(position) : undefined
    },
  }
}
export const positionInside = (position: Position): Position => position.slice(NAME_LENGTH + 1)
