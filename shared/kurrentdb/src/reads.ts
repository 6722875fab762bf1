import type { EventStoreDBClient, RecordedEvent } from '@eventstore/db-client'
import { convertGrpcEvent, convertToCommandError } from '@eventstore/db-client/dist/utils/index.js'
import shared from '@eventstore/db-client/generated/shared_pb.js'
import { StreamsClient } from '@eventstore/db-client/generated/streams_grpc_pb.js'
import streams, { type ReadReq } from '@eventstore/db-client/generated/streams_pb.js'
import { type Position, type Recorded, START } from '@shop/language/events/event'
import type { Call } from './connection.ts'
import { positionOf, recorded } from './events.ts'

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

/** The client's private methods that a read needs, with their names in version 6.2.1 (`dist/Client/index.js`). */
type Inside = Readonly<{
  execute: <T>(kind: unknown, name: string, action: (client: StreamsClient) => Promise<T>) => Promise<T>
  callArguments: (
    base: Readonly<{ requiresLeader: boolean }>,
    options: Readonly<{ deadline: number }>,
  ) => Parameters<StreamsClient['append']>
}>

/** `before`: the read goes backwards. If `before` is undefined, the read starts at the end of the log. */
type Wanted = Readonly<{ count: number }> &
  (
    | Readonly<{ stream: string; from: number }>
    | Readonly<{ before: Position | undefined }>
    | Readonly<{ from: Position }>
  )

/** Returns no events for an unknown stream. The client’s own read costs almost twice as much processor time (ADR 12). */
function readEvents(client: EventStoreDBClient, wanted: Wanted, signal: AbortSignal): Promise<RecordedEvent[]> {
  const { execute, callArguments } = client as unknown as Inside
  const request = new streams.ReadReq().setOptions(optionsOf(wanted))
  const [metadata, options] = callArguments({ requiresLeader: true }, { deadline: Number.POSITIVE_INFINITY })
  return execute(StreamsClient, 'read', (grpc) => {
    const events: RecordedEvent[] = []
    const { promise, resolve, reject } = Promise.withResolvers<RecordedEvent[]>()
    const call = grpc
      .read(request, metadata as never, options as never)
      .on('data', (answer: streams.ReadResp) => {
        const event = answer.hasEvent() && convertGrpcEvent(answer.getEvent()!).event
        if (event) events.push(event as RecordedEvent)
      })
      .on('error', (error) => reject(convertToCommandError(error)))
      .on('end', () => resolve(events))
    const stop = () => call.cancel()
    signal.addEventListener('abort', stop, { once: true })
    return promise.finally(() => signal.removeEventListener('abort', stop))
  })
}

const [FORWARDS, BACKWARDS] = [0, 1] as const
const nothing = () => new shared.Empty()

function optionsOf(wanted: Wanted): ReadReq.Options {
  const options = new streams.ReadReq.Options()
    .setReadDirection('before' in wanted ? BACKWARDS : FORWARDS)
    .setCount(String(wanted.count))
    .setUuidOption(new streams.ReadReq.Options.UUIDOption().setString(nothing()))
    .setNoFilter(nothing())
  if ('stream' in wanted) {
    const name = new shared.StreamIdentifier().setStreamName(Buffer.from(wanted.stream).toString('base64'))
    const from = new streams.ReadReq.Options.StreamOptions().setStreamIdentifier(name)
    return options.setStream(from.setRevision(String(wanted.from)))
  }
  const all = new streams.ReadReq.Options.AllOptions()
  const position = 'before' in wanted ? wanted.before : wanted.from
  if (position === undefined) all.setEnd(nothing())
  else if (position === START) all.setStart(nothing())
  else {
    const point = String(BigInt(position))
    all.setPosition(new streams.ReadReq.Options.Position().setCommitPosition(point).setPreparePosition(point))
  }
  return options.setAll(all)
}
