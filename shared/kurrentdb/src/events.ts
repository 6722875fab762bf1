import { type EventData, type JSONEventType, jsonEvent, type RecordedEvent } from '@eventstore/db-client'
import type { Metadata, NewEvent, Position, Recorded } from '@shop/language/events/event'
import { streamPrefixes } from '@shop/language/stream-names'

/** The server also has streams that do not belong to the shop. Followers never see them. */
export const isOurs = (stream: string) => streamPrefixes.some((prefix) => stream.startsWith(prefix))

export const isServers = (stream: string) => stream.startsWith('$')

export function assertOurs(stream: string) {
  if (!isOurs(stream)) throw new TypeError(`${stream} has no prefix of the shop’s streams, so no follower would see it`)
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

/** The commit position, padded with zeros, so that positions sort correctly as texts. */
export const positionOf = ({ position }: Placed): Position => textOf(position!.commit)
export const textOf = (commit: bigint): Position => String(commit).padStart(20, '0')
export const pointOf = (position: Position) => ({ commit: BigInt(position), prepare: BigInt(position) })
