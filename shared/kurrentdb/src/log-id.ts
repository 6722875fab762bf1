import { randomUUID } from 'node:crypto'
import { jsonEvent, NO_STREAM, WrongExpectedVersionError } from '@eventstore/db-client'
import { isKnown } from '@shop/language/all-events'
import { type EventStore, ForeignLog, type LogIdentity } from '@shop/stores/event-store/event-store'
import type { Limits } from './calls.ts'
import type { Connection } from './connection.ts'
import { isOurs, isServers } from './events.ts'
import { newestOf, type Read, readStreamFrom } from './reads.ts'

/** STORAGE FORMAT. The name has no prefix of the shop's streams, so no follower sees this stream. */
const STREAM = 'log-id'
const KEY_STORE_NOTED = 'KeyStoreNoted'
/** The stream is much shorter, because it gets a note only for a new key store. */
const MOST_NOTES = 1_000

/** The id of the first event in the stream `log-id`. Throws ForeignLog for the log of another application. */
async function logId({ trying }: Connection, { appendMs, readMs, tries }: Limits): Promise<string> {
  const reading: Read = (call) => trying('be read', readMs, tries, call)
  const named = async () => (await reading((client, signal) => readStreamFrom(client, STREAM, 0, 1, signal)))[0]?.id
  const known = await named()
  if (known !== undefined) return known
  const newest = await newestOf(reading, (stream) => !isServers(stream))
  if (newest && !isShops(newest)) {
    const name = await named()
    if (name === undefined) throw new ForeignLog()
    return name
  }
  const event = jsonEvent({ id: randomUUID(), type: 'LogNamed', data: {} })
  try {
    await trying('be written', appendMs, tries, (client) =>
      client.appendToStream(STREAM, event, {
        expectedRevision: NO_STREAM,
        deadline: appendMs,
        requiresLeader: true,
      }),
    )
    return event.id
  } catch (error) {
    const winner = error instanceof WrongExpectedVersionError ? await named() : undefined
    if (winner === undefined) throw error
    return winner
  }
}

/** `id` is undefined if the log has no id yet. `keyStore` is from the newest note. */
async function logIdentity({ trying }: Connection, { readMs, tries }: Limits): Promise<LogIdentity> {
  const events = await trying('be read', readMs, tries, (client, signal) =>
    readStreamFrom(client, STREAM, 0, MOST_NOTES, signal),
  )
  const noted = events.findLast(({ type }) => type === KEY_STORE_NOTED)
  return { id: events[0]?.id, keyStore: noted && (noted.data as { keyStore: string }).keyStore }
}

/** The id is cached. Call `forget` when the server may have another log. */
export function createIdentity(connection: Connection, limits: Limits, requireOpen: () => void) {
  let id: string | undefined
  const asked: Pick<EventStore, 'id' | 'identity' | 'noteKeyStore'> = {
    async id() {
      requireOpen()
      id ??= await logId(connection, limits)
      return id
    },
    async identity() {
      requireOpen()
      return logIdentity(connection, limits)
    },
    async noteKeyStore(keyStore) {
      requireOpen()
      await noteKeyStore(connection, limits, keyStore)
    },
  }
  const forget = () => {
    id = undefined
  }
  return { asked, forget }
}

async function noteKeyStore({ trying }: Connection, { appendMs, tries }: Limits, keyStore: string) {
  const event = jsonEvent({ id: randomUUID(), type: KEY_STORE_NOTED, data: { keyStore } })
  await trying('be written', appendMs, tries, (client) =>
    client.appendToStream(STREAM, event, { deadline: appendMs, requiresLeader: true }),
  )
}

const isShops = ({ streamId, type }: { streamId: string; type: string }) => isOurs(streamId) && isKnown(type)
