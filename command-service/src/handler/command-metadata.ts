import { definitionOf } from '@shop/language/events/all'
import type { Event, NewEvent } from '@shop/language/events/event'
import { idFrom } from '@shop/language/id-from'
import type { CommandMetadata } from '@shop/server/http/request-metadata'

/** The metadata of another command of the same request: with its own causation id, which is the same at every retry. */
export const furtherCommand = (
  { digest: _, seen: __, ...metadata }: CommandMetadata,
  ...words: readonly string[]
): CommandMetadata => ({
  ...metadata,
  causationId: idFrom(metadata.causationId, ...words),
})

/** The metadata of a command that may happen once, whichever request runs it: its causation id is made of `words` alone. */
export const onceOnly = (
  { digest: _, seen: __, ...metadata }: CommandMetadata,
  ...words: readonly string[]
): CommandMetadata => ({
  ...metadata,
  causationId: idFrom(...words),
})

/**
 * An event as it is appended. Its id is new at each attempt: another attempt may decide otherwise on other facts, and the
 * log must not take its events for those of this one.
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
