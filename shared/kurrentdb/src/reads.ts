import type { EventStoreDBClient } from '@eventstore/db-client'
import type { Position, Recorded } from '@shop/language/events/event'
import type { Call } from './connection.ts'
import { positionOf, recorded } from './events.ts'
import { readEvents } from './read-call.ts'

export const BATCH = 500

export const readStreamFrom = async (
  client: EventStoreDBClient,
  stream: string,
  fromVersion: number,
  count: number,
  signal: AbortSignal,
): Promise<readonly Recorded[]> =>
  (await readEvents(client, { stream, from: fromVersion, count }, signal)).map(recorded)

/** Includes the server's own events. */
export const readAllBackwards = (
  client: EventStoreDBClient,
  before: Position | undefined,
  count: number,
  signal: AbortSignal,
) => readEvents(client, { before, count }, signal)

export const firstFrom = async (client: EventStoreDBClient, position: Position, signal: AbortSignal) =>
  (await readEvents(client, { from: position, count: 1 }, signal))[0]

export type Read = <T>(call: Call<T>) => Promise<T>

/** Searches backwards, from the end of the log or from `upTo`. */
export async function newestOf(reading: Read, isMeant: (stream: string) => boolean, upTo?: Position) {
  for (let before = upTo, count = 1; ; count = BATCH) {
    const events = await reading((client, signal) => readAllBackwards(client, before, count, signal))
    const newest = events.find(({ streamId }) => isMeant(streamId))
    if (newest || events.length < count) return newest
    before = positionOf(events.at(-1)!)
  }
}
