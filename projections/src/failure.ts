import type { Recorded } from '@shop/language/events/event'
import type { Failure } from '@shop/stores/read-store/checkpoint'

const LONGEST_ERROR = 200
const SHORTEST_HIDDEN = 2

/**
 * Describes a failed event without personal data. Strings of the event's data are removed from the error's message, because a string can be
 * a person's name. Guest ids are shortened, because a complete id gives access to a cart.
 */
export const failureOf = ({ id, type, position, stream, data }: Recorded, error: unknown, at: string): Failure => ({
  event: { id, type, position, stream: stream.replace(/(guest_\w{4}).+/, '$1…') },
  error: without(textsOf(data), error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR),
  at,
})

/** Removes the longest string first, because it can contain a shorter string. */
const without = (texts: readonly string[], message: string) =>
  texts
    .toSorted((one, other) => other.length - one.length)
    .reduce((redacted, text) => redacted.replaceAll(text, '…'), message)

function textsOf(data: unknown): readonly string[] {
  if (typeof data === 'string') return data.length >= SHORTEST_HIDDEN ? [data] : []
  return typeof data === 'object' && data !== null ? Object.values(data).flatMap(textsOf) : []
}
