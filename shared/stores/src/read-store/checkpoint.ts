import { StoreUnavailable } from '@shop/language/errors'
import type { Position } from '@shop/language/events/event'

/** STORAGE FORMAT. An event that a projection could not handle. Contains no personal data. */
export type Failure = Readonly<{
  event: Readonly<{ id: string; type: string; position: Position; stream: string }>
  error: string
  /** The time of the first failure (ISO 8601, UTC). */
  at: string
}>

/** `retry`: try the event again. `skip`: try it again, and leave it out if it still fails. */
type Resume = 'retry' | 'skip'

/** STORAGE FORMAT. */
export type Failures = Readonly<{
  /** The projection waits before this event until an operator resumes it. */
  halted?: Failure & Readonly<{ resume?: Resume }>
  /** The number of events left out since the projection was built, and the newest of these events, in the log's order. */
  leftOut?: Readonly<{ count: number; newest: readonly Failure[] }>
  /** All documents must be rebuilt. */
  damaged?: true
}>

/** Every event up to the position is applied, except the events left out. */
export type Checkpoint = Failures & Readonly<{ position: Position }>

export const damagedReadModel = (name: string) => new StoreUnavailable(`${name} is damaged and is being rebuilt`)

/** The most events in `leftOut.newest`. */
export const MOST_LISTED = 20

/** The checkpoints of a read store, for tools, also while the shop runs. */
export interface Checkpoints {
  all(): Promise<ReadonlyMap<string, Checkpoint>>
  /**
   * Asks the process of a halted projection to continue. Returns whether a projection of that name has halted. When the projection has
   * continued, its checkpoint no longer has `halted`.
   */
  resume(projection: string, how: Resume): Promise<boolean>
  close(): Promise<void>
}
