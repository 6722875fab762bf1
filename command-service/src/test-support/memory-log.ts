import { type Position, type Recorded, START } from '@shop/language/events/event'
import { type EventStore, VersionConflict } from '@shop/stores/event-store/event-store'

type Options = {
  onEvent?: (event: Recorded) => void
  /** Called before and after every append. It may wait, or throw as if the process died there. */
  pass?: (failpoint: 'before append' | 'after append') => Promise<void>
  writers?: EventStore['writers']
}

/** An event store in memory, for tests that control the order of all steps. */
export function createMemoryLog({
  onEvent = () => {},
  pass = async () => {},
  writers = 'several',
}: Options = {}): EventStore {
  const all: Recorded[] = []
  const streams = new Map<string, Recorded[]>()
  let keyStore: string | undefined

  return {
    writers,

    async append(stream, expectedVersion, events) {
      await pass('before append')
      const known = streams.get(stream) ?? []
      const ids = events.map(({ id }) => id)
      const stored = known.slice(expectedVersion + 1, expectedVersion + 1 + ids.length)
      // As in a real log: the same ids at the same version are a retry, and a batch that is stored only in part is refused.
      const isRetry = stored.length === ids.length && stored.every(({ id }, at) => id === ids[at])
      if (!isRetry) {
        if (known.length - 1 !== expectedVersion) throw new VersionConflict(stream, expectedVersion)
        for (const event of events) {
          const recorded = { ...event, stream, version: known.length, position: positionOf(all.length + 1) }
          known.push(recorded)
          all.push(recorded)
          onEvent(recorded)
        }
        streams.set(stream, known)
      }
      const last = known.find(({ id }) => id === ids.at(-1))!
      await pass('after append')
      return { position: last.position, version: last.version }
    },
    async *readStream(stream, fromVersion = 0) {
      yield* (streams.get(stream) ?? []).slice(fromVersion)
    },
    async *follow(after) {
      yield { events: all.filter(({ position }) => position > after), upTo: positionOf(all.length), caughtUp: true }
    },
    head: async () => all.at(-1)?.position ?? START,
    newestAt: async () => all.at(-1)?.metadata.recordedAt,
    id: async () => 'memory',
    identity: async () => ({ id: 'memory', keyStore }),
    async noteKeyStore(id) {
      keyStore = id
    },
    has: async (position) => position <= (all.at(-1)?.position ?? START),
    extent: async (position) => ({ read: Number(position), all: all.length, unit: 'events' }),
    chainHead: async () => undefined,
    close: async () => {},
  }
}

const positionOf = (count: number): Position => String(count).padStart(8, '0')
