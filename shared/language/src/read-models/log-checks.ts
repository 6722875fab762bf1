import type { Collection } from './collection.ts'

/**
 * How far a log on a server was sound when the shop last read all of it. `_id` is the log's id. It is a witness that the log's host cannot
 * change.
 */
export type LogCheck = {
  _id: string
  /** The number of the log's events at that time, and the hash that covers them. */
  events: number
  hash: string
  /** ISO 8601, UTC. */
  at: string
}

export const logChecks: Collection<LogCheck> = { name: 'log-checks@1', searchedBy: [] }
