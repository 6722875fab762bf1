import { randomUUID } from 'node:crypto'
import { type EventStoreDBClient, jsonEvent, NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client'
import { type Limits, trying } from './kurrentdb-calls.ts'
import { readStreamFrom } from './kurrentdb-reads.ts'

/** STORAGE FORMAT. Begins like no stream of the shop: no follower ever sees it. */
const STREAM = 'log-id'

/** The log's id: that of the one event in a stream of its own, which whoever asks first makes. */
export async function logId(client: EventStoreDBClient, { appendMs, readMs, tries }: Limits): Promise<string> {
  const named = async () => {
    const events = await trying('be read', readMs, tries, (signal) => readStreamFrom(client, STREAM, 0, 1, signal))
    return events[0]?.id
  }
  const known = await named()
  if (known !== undefined) return known
  const event = jsonEvent({ id: randomUUID(), type: 'LogNamed', data: {} })
  try {
    await trying('be written', appendMs, tries, () =>
      client.appendToStream(STREAM, event, { expectedRevision: NO_STREAM, deadline: appendMs }),
    )
    return event.id
  } catch (error) {
    const winner = error instanceof WrongExpectedVersionError ? await named() : undefined
    if (winner === undefined) throw error
    return winner
  }
}
