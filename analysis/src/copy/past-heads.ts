import * as z from 'zod'
import { MOST_PAST_HEADS } from '../limits.ts'

/**
 * STORAGE FORMAT. The hash of one event in the log's chain. The hash covers all events up to this event, and every later check computes it
 * again.
 */
export const PastHead = z.strictObject({
  events: z.int().positive(),
  hash: z.string(),
  /** The digest of the events up to this event. Answers and exports contain the same digest. */
  digest: z.string(),
  /** The time of the first check that computed the hash. */
  since: z.string(),
  /** Whether the last check computed the same hash and the same digest. */
  isSame: z.boolean(),
})
export type PastHead = Readonly<z.output<typeof PastHead>>

type Computed = Readonly<{ hashAt: ReadonlyMap<number, string>; digestAt: ReadonlyMap<number, string> }>

/** The newest event comes first. */
export function headsAfter(
  known: readonly PastHead[],
  { hashAt, digestAt }: Computed,
  at: string,
): readonly PastHead[] {
  const compared = known.map((head) => ({
    ...head,
    isSame: hashAt.get(head.events) === head.hash && digestAt.get(head.events) === head.digest,
  }))
  const isKnown = new Set(known.map(({ events }) => events))
  const added = [...hashAt].flatMap(([events, hash]) =>
    isKnown.has(events) ? [] : [{ events, hash, digest: digestAt.get(events) ?? '', since: at, isSame: true }],
  )
  // The head that was computed first is dropped first. A head that has changed stays.
  return [...compared, ...added]
    .toSorted((a, b) => Number(a.isSame) - Number(b.isSame) || (a.since < b.since ? 1 : -1))
    .slice(0, MOST_PAST_HEADS)
    .toSorted((a, b) => b.events - a.events)
}
