import { type EventData, type JSONEventType, jsonEvent, type RecordedEvent } from '@eventstore/db-client'
import type { Metadata, NewEvent, Position, Recorded } from '@shop/language/events/event'
import { streamPrefixes } from '@shop/language/events/stream-names'

/** The server has other streams, such as its own; followers never see those. */
export const isOurs = (stream: string) => streamPrefixes.some((prefix) => stream.startsWith(prefix))

/** Streams that the server writes itself. */
export const isServers = (stream: string) => stream.startsWith('$')

/** Throws for a stream that no follower would see. */
export function assertOurs(stream: string) {
  if (!isOurs(stream)) throw new TypeError(`${stream} begins like no stream of the shop: no follower would see it`)
}

export type Proposed = EventData<JSONEventType>
export const proposed = ({ id, type, data, metadata }: NewEvent): Proposed =>
  jsonEvent<JSONEventType>({ id, type, data: data as JSONEventType['data'], metadata })

export const recorded = (event: RecordedEvent & Placed): Recorded => ({
  id: event.id,
  type: event.type,
  data: event.data,
  metadata: event.metadata as Metadata,
  stream: event.streamId,
  version: Number(event.revision),
  position: positionOf(event),
})

type Placed = Readonly<{ position?: { commit: bigint } | undefined }>

/** Commit alone orders the log: prepare is the same since transactions are gone. Padded, so that text compares as numbers do. */
export const positionOf = ({ position }: Placed): Position => textOf(position!.commit)
export const textOf = (commit: bigint): Position => String(commit).padStart(20, '0')
export const pointOf = (position: Position) => ({ commit: BigInt(position), prepare: BigInt(position) })
