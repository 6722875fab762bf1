import { type Position, type Recorded, START } from '@shop/language/events/event'
import type { KeyStore } from '../key-store/key-store.ts'
import { openEvent, sealEvent, sealedFor } from '../sealing/sealed-event.ts'
import type { EventStore } from './event-store.ts'

const BATCH = 500
/** Enough to distinguish the logs that a shop has used. */
const NAME_LENGTH = 8

/**
 * The log as the rooms use it. Personal fields are sealed with the person's key before they are stored,
 * and opened on reading; older versions are upcast. Once the key is destroyed, a person's fields are read as null.
 * A position starts with its log's name, so that one of another log, after a move or a restored backup, is recognised
 * and never compared with this log's.
 */
export function createShopLog(store: EventStore, keys: KeyStore): EventStore {
  async function openAll(events: readonly Recorded[], name: string): Promise<readonly Recorded[]> {
    const people = new Set(events.map(sealedFor).filter((person) => person !== undefined))
    const known = people.size > 0 ? await keys.keysOf([...people]) : new Map<string, Buffer>()
    return events.map((event) => ({ ...openEvent(event, known), position: name + event.position }))
  }

  /** STORAGE FORMAT. The prefix of positions. */
  const ourName = async () => `${(await store.id()).slice(0, NAME_LENGTH)}.`
  const outside = (position: Position, name: string) => (position === START ? START : name + position)
  /** Undefined for a position of another log. */
  const inside = (position: Position, name: string) => {
    if (position === START) return START
    return position.startsWith(name) ? position.slice(name.length) : undefined
  }

  return {
    writers: store.writers,

    async append(stream, expectedVersion, events) {
      const name = await ourName()
      const sealed = await Promise.all(events.map((event) => sealEvent(event, keys)))
      const { version, position } = await store.append(stream, expectedVersion, sealed)
      return { version, position: outside(position, name) }
    },

    async *readStream(stream, fromVersion) {
      const name = await ourName()
      let batch: Recorded[] = []
      for await (const event of store.readStream(stream, fromVersion)) {
        if (batch.push(event) < BATCH) continue
        yield* await openAll(batch, name)
        batch = []
      }
      yield* await openAll(batch, name)
    },

    async *follow(after, signal, types) {
      const name = await ourName()
      const from = inside(after, name)
      if (from === undefined) throw new Error(`'${after}' is another log's position`)
      for await (const { events, upTo, caughtUp } of store.follow(from, signal, types))
        yield { events: await openAll(events, name), upTo: outside(upTo, name), caughtUp }
    },

    head: async () => outside(await store.head(), await ourName()),
    id: () => store.id(),
    async has(position) {
      const own = inside(position, await ourName())
      return own !== undefined && store.has(own)
    },
    extent: async (position) => store.extent(inside(position, await ourName()) ?? START),
    chainHead: () => store.chainHead(),
    close: () => store.close(),
  }
}
