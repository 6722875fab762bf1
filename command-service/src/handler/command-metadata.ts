import { definitionOf } from '@shop/language/all-events'
import type { Event, NewEvent } from '@shop/language/events/event'
import { idFrom } from '@shop/language/values/id-from'
import type { CommandMetadata } from '@shop/server/http/request-metadata'

/**
 * The metadata of a further command of the same request. The new causation id differs from the request's id, but is the same at every
 * retry.
 */
export const furtherCommand = (
  { digest: _, seen: __, ...metadata }: CommandMetadata,
  ...words: readonly string[]
): CommandMetadata => ({
  ...metadata,
  causationId: idFrom(metadata.causationId, ...words),
})

/** The metadata of a command that may happen only once, even if several requests send it. Its causation id is made from `words` alone. */
export const onceOnly = (
  { digest: _, seen: __, ...metadata }: CommandMetadata,
  ...words: readonly string[]
): CommandMetadata => ({
  ...metadata,
  causationId: idFrom(...words),
})

/**
 * An event in the form in which it is appended. Its id is new at each attempt. Another attempt may decide differently on other facts, and
 * the log must not confuse the events of the two attempts.
 */
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
