import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  START as LOG_START,
  type StreamingRead,
  StreamNotFoundError,
} from '@eventstore/db-client'
import { type Position, type Recorded, START } from '@shop/language/events/event'
import type { Call } from './connection.ts'
import { pointOf, positionOf, recorded } from './events.ts'

/** How many events one call reads. A call reads all of its answer within the time limit, so a slow consumer keeps no call open. */
export const BATCH = 500

export async function readStreamFrom(
  client: EventStoreDBClient,
  stream: string,
  fromVersion: number,
  count: number,
  signal: AbortSignal,
): Promise<readonly Recorded[]> {
  try {
    const reading = client.readStream(stream, {
      fromRevision: BigInt(fromVersion),
      maxCount: count,
      requiresLeader: true,
    })
    return (await whole(reading, signal)).map(recorded)
  } catch (error) {
    if (error instanceof StreamNotFoundError) return []
    throw error
  }
}

/** The newest events before a position, including the server's own events. */
export const readAllBackwards = (
  client: EventStoreDBClient,
  before: Position | undefined,
  count: number,
  signal: AbortSignal,
) =>
  whole(
    client.readAll({
      direction: BACKWARDS,
      fromPosition: before === undefined ? END : pointOf(before),
      maxCount: count,
      requiresLeader: true,
    }),
    signal,
  )

/** The first event at or after a position. */
export async function firstFrom(client: EventStoreDBClient, position: Position, signal: AbortSignal) {
  const fromPosition = startOf(position)
  const [event] = await whole(client.readAll({ fromPosition, maxCount: 1, requiresLeader: true }), signal)
  return event
}

export const startOf = (position: Position) => (position === START ? LOG_START : pointOf(position))

export type Read = <T>(call: Call<T>) => Promise<T>

/**
 * Searches backwards, from the end of the log or from a position, for the newest event whose stream matches. Returns undefined if there is
 * no such event.
 */
export async function newestOf(reading: Read, isMeant: (stream: string) => boolean, upTo?: Position) {
  for (let before = upTo, count = 1; ; count = BATCH) {
    const events = await reading((client, signal) => readAllBackwards(client, before, count, signal))
    const newest = events.find(({ streamId }) => isMeant(streamId))
    if (newest || events.length < count) return newest
    before = positionOf(events.at(-1)!)
  }
}

async function whole<E>(reading: StreamingRead<{ event?: E }>, signal: AbortSignal): Promise<E[]> {
  const stop = () => {
    reading.cancel().catch(() => {})
    reading.destroy()
  }
  signal.addEventListener('abort', stop, { once: true })
  try {
    const events: E[] = []
    for await (const { event } of reading) if (event) events.push(event)
    return events
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
