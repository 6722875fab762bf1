/** How often something may happen: `points` times for one key within `seconds` of the first. Counters of one name share their counts. */
export type Budget = Readonly<{ name: string; points: number; seconds: number }>

/** `isOver`: more were taken than the budget has. `againInMs`: until the key has its whole budget again. */
export type Count = Readonly<{ taken: number; isOver: boolean; againInMs: number }>

/** The counts of one budget, by key. */
export interface Counter {
  /** Counts one more and says whether that was one too many. Of any number at once no more than the budget is within it. */
  take(key: string): Promise<Count>
  /** The count as it is. */
  look(key: string): Promise<Count>
  /** Takes one back; nothing for a key whose time is over. */
  giveBack(key: string): Promise<void>
  /** The key has its whole budget again. */
  forget(key: string): Promise<void>
}

/**
 * Counts attempts for the limits of reliability 8.6. Counts may be lost, as with a process that keeps them in memory; they are never
 * an error of the call that is counted. Adapters: memory-counters.ts, unlimited-counters.ts, shared/redis.
 */
export interface Counters {
  counter(budget: Budget): Counter
  close(): Promise<void>
}
