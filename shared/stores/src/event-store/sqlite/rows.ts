import type { Recorded } from '@shop/language/events/event'
import type { ChainedEvent } from '../chain.ts'
import { toPosition } from './append.ts'

export const SELECT = `
  SELECT position, name AS stream, version, events.id, type, data, metadata
  FROM events JOIN streams ON streams.id = events.stream`

export type Row = ChainedEvent

export const toRecorded = ({ position, stream, version, id, type, data, metadata }: Row): Recorded => ({
  id,
  type,
  data: JSON.parse(data),
  metadata: JSON.parse(metadata),
  stream,
  version,
  position: toPosition(position),
})
