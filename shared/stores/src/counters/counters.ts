/**
 * A limit: at most `points` attempts for each key, within `seconds` of the first attempt. Counters with the same name share their counts.
 */
export type Budget = Readonly<{ name: string; points: number; seconds: number }>

/** `isOver`: more points were taken than the budget has. `againInMs`: the time until the key has its whole budget again. */
export type Count = Readonly<{ taken: number; isOver: boolean; againInMs: number }>

/** The counts of one budget, by key. */
export interface Counter {
  /** Takes one point of the key's budget. The returned count is exact, even if calls are concurrent. */
  take(key: string): Promise<Count>
  look(key: string): Promise<Count>
  /** Gives one point back. Does nothing if the time of the key's budget is over. */
  giveBack(key: string): Promise<void>
  /** Gives the key its whole budget again. */
  forget(key: string): Promise<void>
}

/**
 * Counts attempts for the limits of reliability 8.6. Counts may be lost. While the server with the counts is unavailable, each process
 * counts in its own memory, so that no call fails. Adapters: memory-counters.ts, unlimited-counters.ts, shared/redis.
 */
export interface Counters {
  counter(budget: Budget): Counter
  close(): Promise<void>
}
