import { type Position, type Recorded, START } from '@shop/language/events/event'
import type { KeyStore } from '../key-store/key-store.ts'
import { openEvent, sealEvent, sealedFor } from '../sealing/sealed-event.ts'
import type { EventStore } from './event-store.ts'

const BATCH = 500
/** Enough to tell apart the logs that one shop has lived in. */
const NAME_LENGTH = 8

/**
 * The log as the rooms know it. What an event tells of a person is sealed with that person's key before it is stored,
 * and opened on reading; old shapes are lifted to today's. With its key destroyed, a person's fields read as null.
 * A position bears its log's name, so that one of another log, where a shop has moved or went back to a backup, is known
 * for what it is and never compared with ours.
 */
export function createShopLog(store: EventStore, keys: KeyStore): EventStore {
  async function openAll(events: readonly Recorded[], name: string): Promise<readonly Recorded[]> {
    const people = new Set(events.map(sealedFor).filter((person) => person !== undefined))
    const known = people.size > 0 ? await keys.keysOf([...people]) : new Map<string, Buffer>()
    return events.map((event) => ({ ...openEvent(event, known), position: name + event.position }))
  }

  /** STORAGE FORMAT. What positions begin with. */
  const ourName = async () => `${(await store.id()).slice(0, NAME_LENGTH)}.`
  const outside = (position: Position, name: string) => (position === START ? START : name + position)
  /** Undefined when it is another log's. */
  const inside = (position: Position, name: string) => {
    if (position === START) return START
    return position.startsWith(name) ? position.slice(name.length) : undefined
  }

  return {
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

    async *follow(after, signal) {
      const name = await ourName()
      const from = inside(after, name)
      if (from === undefined) throw new Error(`'${after}' is another log's position`)
      for await (const { events, upTo, caughtUp } of store.follow(from, signal))
        yield { events: await openAll(events, name), upTo: outside(upTo, name), caughtUp }
    },

    head: async () => outside(await store.head(), await ourName()),
    id: () => store.id(),
    async has(position) {
      const own = inside(position, await ourName())
      return own !== undefined && store.has(own)
    },
    extent: async (position) => store.extent(inside(position, await ourName()) ?? START),
    close: () => store.close(),
  }
}
