import { NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client'
import { StoreUnavailable } from '@shop/language/errors'
import { type Recorded, START } from '@shop/language/events/event'
import { type Appended, type EventStore, LogWentBack, VersionConflict } from '@shop/stores/event-store/event-store'
import { joinedAbort } from '@shop/stores/joined-abort'
import type { Limits } from './calls.ts'
import { type Connection, openConnection } from './connection.ts'
import { assertOurs, isOurs, positionOf, proposed, recorded } from './events.ts'
import { follow } from './follow.ts'
import { createIdentity } from './log-id.ts'
import { BATCH, newestOf, type Read, readAllBackwards, readStreamFrom } from './reads.ts'

/** With these limits, an append is answered or fails within five seconds. */
const LIMITS: Limits = { appendMs: 2_000, readMs: 2_000, tries: 2, silentMs: 3_000 }

/**
 * The log on a KurrentDB or EventStoreDB server (`esdb://…`), for any number of processes. If the outcome of an append is unknown, the
 * append is retried at the same revision with the same event ids, by which the server recognizes stored events.
 */
export function openKurrentEventStore(connectionString: string, limits: Partial<Limits> = {}): EventStore {
  const kept = { ...LIMITS, ...limits }
  const { readMs, tries } = kept
  const connection = openConnection(connectionString, kept.silentMs)
  const closed = new AbortController()

  const requireOpen = () => {
    if (closed.signal.aborted) throw new StoreUnavailable('The log is closed')
  }
  const { asked, forget } = createIdentity(connection, kept, requireOpen)

  const reading: Read = async (call) => {
    requireOpen()
    return connection.trying('be read', readMs, tries, call)
  }
  const page = (stream: string, fromVersion: number, count: number) =>
    reading((client, signal) => readStreamFrom(client, stream, fromVersion, count, signal))

  const appendTo = createAppend(connection, kept, async (stream, version) => (await page(stream, version, 1))[0])

  return {
    writers: 'several',

    async append(stream, expectedVersion, events) {
      requireOpen()
      return appendTo(stream, expectedVersion, events)
    },

    async *readStream(stream, fromVersion = 0) {
      for (let version = fromVersion; ; version += BATCH) {
        const events = await page(stream, version, BATCH)
        yield* events
        if (events.length < BATCH) return
      }
    },

    async *follow(after, signal) {
      using until = joinedAbort(signal, closed.signal)
      try {
        yield* follow(connection, after, until.signal, readMs)
      } catch (error) {
        // The server may have another log now.
        if (error instanceof LogWentBack) forget()
        throw error
      }
    },

    ...endOf(() => newestOf(reading, isOurs)),

    ...asked,

    async has(position) {
      // A checkpoint may be at an event of the server itself, so the newest event of any stream counts.
      const [newest] = await reading((client, signal) => readAllBackwards(client, undefined, 1, signal))
      return position <= (newest ? positionOf(newest) : START)
    },

    async extent(position) {
      const [newest] = await reading((client, signal) => readAllBackwards(client, undefined, 1, signal))
      return { read: Number(position), all: newest ? Number(positionOf(newest)) : 0, unit: 'bytes' }
    },

    chainHead: async () => undefined,
    async close() {
      closed.abort()
      connection.close()
    },
  }
}

/** `head` and `newestAt` use the shop's newest event, because followers may never reach an event that the server writes for itself. */
const endOf = (newest: () => ReturnType<typeof newestOf>): Pick<EventStore, 'head' | 'newestAt'> => ({
  async head() {
    const found = await newest()
    return found ? positionOf(found) : START
  },
  async newestAt() {
    const found = await newest()
    return found && recorded(found).metadata.recordedAt
  },
})

function createAppend(
  { trying }: Connection,
  { appendMs, tries }: Limits,
  read: (stream: string, version: number) => Promise<Recorded | undefined>,
): EventStore['append'] {
  return async function append(stream, expectedVersion, events): Promise<Appended> {
    // The server would report success for an empty append, but create no stream.
    if (events.length === 0) throw new TypeError(`Nothing to append to ${stream}`)
    assertOurs(stream)
    const expectedRevision = expectedVersion < 0 ? NO_STREAM : BigInt(expectedVersion)
    const batch = events.map(proposed)
    try {
      const result = await trying('be written', appendMs, tries, (client) =>
        client.appendToStream(stream, batch, { expectedRevision, deadline: appendMs, requiresLeader: true }),
      )
      const version = Number(result.nextExpectedRevision)
      // The answer to a retry may have no position.
      const position = result.position ? positionOf(result) : (await read(stream, version))?.position
      return { version, position: position ?? START }
    } catch (cause) {
      if (cause instanceof WrongExpectedVersionError) throw new VersionConflict(stream, expectedVersion, { cause })
      throw cause
    }
  }
}
