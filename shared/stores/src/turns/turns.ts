/**
 * Runs work. For each key, one call runs at a time in all processes that share the adapter's server. Calls with different keys run in
 * parallel. The order of the calls is kept only within a process. While the server is unreachable, each process keeps turns only among its
 * own calls. Work that lasts longer than the adapter's limit may overlap with other work. So anything that must never happen twice needs
 * another guard. Adapters: in-process-turns.ts, shared/redis.
 */
export interface Turns {
  /** `hasWaited`: other work had its turn since the call, so what the caller knows may be outdated. */
  inTurn<Result>(key: string, work: (hasWaited: boolean) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}
