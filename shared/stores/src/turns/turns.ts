/**
 * Runs work one at a time per key, in all processes that share the adapter's server; different keys run in parallel. The order of the
 * calls is kept within a process alone. While the server cannot be reached each process takes turns by itself, and work that lasts
 * longer than the adapter's limit may overlap: what must never happen twice needs a guard of its own. Adapters: in-process-turns.ts,
 * shared/redis.
 */
export interface Turns {
  /** `hasWaited`: others had their turn since the call, so what the caller knows may be old. */
  inTurn<Result>(key: string, work: (hasWaited: boolean) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}
