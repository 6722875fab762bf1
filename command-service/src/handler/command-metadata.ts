import { definitionOf } from '@shop/language/all-events'
import type { Event, NewEvent } from '@shop/language/events/event'
import { idFrom } from '@shop/language/values/id-from'
import type { CommandMetadata } from '@shop/server/http/request-metadata'

/** A further command of the same request. Its causation id differs from the request's id, but is the same at every retry. */
export const furtherCommand = (metadata: CommandMetadata, ...words: readonly string[]): CommandMetadata =>
  onceOnly(metadata, metadata.causationId, ...words)

/** A command that may happen only once, even if several requests send it. Its causation id is made from `words` alone. */
export const onceOnly = (
  { digest: _, seen: __, ...metadata }: CommandMetadata,
  ...words: readonly string[]
): CommandMetadata => ({
  ...metadata,
  causationId: idFrom(...words),
})

/** `id` must be new at each attempt. Two attempts may decide differently, and the log must not treat their events as equal. */
export const toNewEvent = (
  event: Event,
  { seen: _, ...metadata }: CommandMetadata,
  id: string,
  at: Date,
): NewEvent => ({
  ...event,
  id,
  metadata: { ...metadata, schemaVersion: definitionOf(event.type).version, recordedAt: at.toISOString() },
})
