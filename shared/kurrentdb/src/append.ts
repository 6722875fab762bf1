import { NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client'
import { type Recorded, START } from '@shop/language/events/event'
import { type Appended, type EventStore, VersionConflict } from '@shop/stores/event-store/event-store'
import type { Limits } from './calls.ts'
import type { Connection } from './connection.ts'
import { assertOurs, positionOf, proposed } from './events.ts'

export function createAppend(
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
