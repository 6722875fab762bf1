import { idFrom } from '@shop/language/events/event-id'
import type { CommandMetadata } from '@shop/server/http/request-metadata'

/** The metadata of a further command that the same request runs: an id of its own, the same one at every retry. */
export const furtherCommand = (
  { digest: _, ...metadata }: CommandMetadata,
  ...words: readonly string[]
): CommandMetadata => ({
  ...metadata,
  causationId: idFrom(metadata.causationId, ...words),
})

/** The metadata of a command that goes by what it is about, whoever asks and however often. */
export const onceOnly = (
  { digest: _, ...metadata }: CommandMetadata,
  ...words: readonly string[]
): CommandMetadata => ({
  ...metadata,
  causationId: idFrom(...words),
})
