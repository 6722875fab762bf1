import type { Recorded } from '@shop/language/events/event'
import { toPosition } from './append.ts'

export const SELECT = `
  SELECT position, name AS stream, version, events.id, type, data, metadata
  FROM events JOIN streams ON streams.id = events.stream`

export type Row = {
  position: number
  stream: string
  version: number
  id: string
  type: string
  data: string
  metadata: string
}

export const toRecorded = ({ position, stream, version, id, type, data, metadata }: Row): Recorded => ({
  id,
  type,
  data: JSON.parse(data),
  metadata: JSON.parse(metadata),
  stream,
  version,
  position: toPosition(position),
})
