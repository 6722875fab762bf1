import type { Collection } from '../collection.ts'

/**
 * The shop's last complete check of a log on a server. The log was sound up to its event number `events`. `_id` is the log's id. The log's
 * host cannot change this document, so it is a witness.
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
