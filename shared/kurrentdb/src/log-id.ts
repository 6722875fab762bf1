import { randomUUID } from 'node:crypto'
import { type EventStoreDBClient, jsonEvent, NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client'
import { isKnown } from '@shop/language/events/all'
import { ForeignLog } from '@shop/stores/event-store/event-store'
import { type Limits, trying } from './calls.ts'
import { isOurs, isServers } from './events.ts'
import { newestOf, readStreamFrom } from './reads.ts'

/** STORAGE FORMAT. Has no prefix of the shop's streams, so no follower sees it. */
const STREAM = 'log-id'

/** The log's id: the id of the one event in a stream of its own, which the first process appends. Throws ForeignLog. */
export async function logId(client: EventStoreDBClient, { appendMs, readMs, tries }: Limits): Promise<string> {
  const reading = <T>(read: (signal: AbortSignal) => Promise<T>) => trying('be read', readMs, tries, read)
  const named = async () => (await reading((signal) => readStreamFrom(client, STREAM, 0, 1, signal)))[0]?.id
  const known = await named()
  if (known !== undefined) return known
  const newest = await newestOf(client, reading, (stream) => !isServers(stream))
  if (newest && !isShops(newest)) {
    // Another process may have named it meanwhile.
    const name = await named()
    if (name === undefined) throw new ForeignLog()
    return name
  }
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

const isShops = ({ streamId, type }: { streamId: string; type: string }) => isOurs(streamId) && isKnown(type)
