import type { Position } from '@shop/language/events/event'

/** STORAGE FORMAT. An event at which a projection has failed, without personal data. */
export type Failure = Readonly<{
  event: Readonly<{ id: string; type: string; position: Position; stream: string }>
  error: string
  /** The time of the first failure. ISO 8601, UTC. */
  at: string
}>

/** What an operator has asked of a halted projection: to retry the event, or to skip it if it still fails. */
export type Resume = 'retry' | 'skip'

/** STORAGE FORMAT. The events at which a projection has failed. */
export type Failures = Readonly<{
  /** The projection has halted before this event until it is resumed. */
  halted?: Failure & Readonly<{ resume?: Resume }>
  /** Events that it has skipped: their number since it was built, and the newest ones, oldest first. */
  leftOut?: Readonly<{ count: number; newest: readonly Failure[] }>
  /** A document was found damaged: all of them have to be built anew. */
  damaged?: true
}>

/** A projection's position in the log, up to which every event is applied but those left out, and its failures. */
export type Checkpoint = Failures & Readonly<{ position: Position }>

/** How many skipped events are listed. */
export const MOST_TOLD = 20

/** The checkpoints of a read store, for tools beside a shop, whether it runs or not. */
export interface Checkpoints {
  all(): Promise<ReadonlyMap<string, Checkpoint>>
  /**
   * Asks the process that runs a halted projection to go on. Returns whether a projection of that name has halted; that it
   * goes on shows in its checkpoint.
   */
  resume(projection: string, how: Resume): Promise<boolean>
  close(): Promise<void>
}
