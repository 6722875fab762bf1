import type { Position } from '@shop/language/events/event'

/** STORAGE FORMAT. An event that a projection could not take, without anything that the event tells of a person. */
export type Failure = Readonly<{
  event: Readonly<{ id: string; type: string; position: Position; stream: string }>
  error: string
  /** When it failed first. ISO 8601, UTC. */
  at: string
}>

/** What an operator has asked of a halted projection: to try the event again, or to leave it out where it still fails. */
export type Resume = 'retry' | 'skip'

/** STORAGE FORMAT. Where a projection stands in the log, and what it could not take. */
export type Checkpoint = Readonly<{
  /** Everything up to here shows, but for what was left out. */
  position: Position
  /** The projection has stopped before this event, and does not go on until it is resumed. */
  halted?: Failure & Readonly<{ resume?: Resume }>
  /** It has gone on without these: how many there are since it was built, and the newest of them, oldest first. */
  leftOut?: Readonly<{ count: number; newest: readonly Failure[] }>
}>

/** How many events that were left out are told one by one. */
export const MOST_TOLD = 20

/** The checkpoints of a read store, for whoever looks at a shop from beside it, whether it runs or not. */
export interface Checkpoints {
  all(): Promise<ReadonlyMap<string, Checkpoint>>
  /**
   * Asks whoever moves a halted projection to go on. Answers whether there is one of that name that has halted; that it
   * goes on shows in its checkpoint.
   */
  resume(projection: string, how: Resume): Promise<boolean>
  close(): Promise<void>
}
