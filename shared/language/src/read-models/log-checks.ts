import type { Collection } from './collection.ts'

/** How far a log on a server was sound when all of it was last read, under the log's id: a witness that the log's host cannot write to. */
export type LogCheck = {
  _id: string
  /** The log's number of events then, and the hash that covers them. */
  events: number
  hash: string
  /** ISO 8601, UTC. */
  at: string
}

export const logChecks: Collection<LogCheck> = { name: 'log-checks@1', searchedBy: [] }
