import type { Position, Recorded } from '@shop/language/events/event'
import { defect, logFact } from '@shop/stores/logger/logger'
import { type Failure, type Failures, MOST_LISTED } from '@shop/stores/read-store/checkpoint'
import type { Folded } from './fold.ts'

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

/** A projection's failures after a fold up to `position`. A halt stays among them until the projection is past the failed event. */
export function failuresAfter(
  { halted: before, leftOut: earlier }: Failures,
  position: Position,
  { failures, haltsAt }: Folded,
  now: Date,
): Failures {
  const reported = failures.map(({ event, error }) => failureOf(event, error, now.toISOString()))
  const halt = haltsAt && reported.pop()
  const stays = before && before.event.position > position ? before : undefined
  const halted = halt && halt.event.id === before?.event.id ? { ...halt, at: before.at } : (halt ?? stays)
  const newest = [...(earlier?.newest ?? []), ...reported].slice(-MOST_LISTED)
  const leftOut = reported.length > 0 ? { count: (earlier?.count ?? 0) + reported.length, newest } : earlier
  return { ...(halted && { halted }), ...(leftOut && { leftOut }) }
}

export function logFailures(projection: string, { failures, haltsAt }: Folded) {
  for (const { event, error } of failures) {
    const message = event === haltsAt ? 'A projection has halted' : 'A projection has left out an event'
    const { position, type, id: eventId } = event
    logFact('error', message, { projection, position, type, eventId, ...defect(error) })
  }
}
