/**
 * For each key, runs one call at a time in all processes that share the adapter's server. The calls of one process run in order. Calls of
 * different processes may overlap while the server is unreachable, or if a process hangs longer than the adapter's limit. So work that must
 * never happen twice needs another guard. Adapters: sole-turns.ts, shared/redis.
 */
export interface Turns {
  /** `hasWaited`: other work may have had its turn since the call, so the caller's data may be outdated. */
  inTurn<Result>(key: string, work: (hasWaited: boolean) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}
