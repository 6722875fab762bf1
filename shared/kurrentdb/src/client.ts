import { EventStoreDBClient } from '@eventstore/db-client'

/**
 * The client, appending by one call each. Version 6.2.1 would send all appends over one long call and keep who waits
 * for an answer in one table for the whole process. When that call fails, writes that stood in its buffer are
 * rejected where nobody can catch it, and an answer that comes after the table was emptied throws where nobody can
 * either: both end the process. It also ignores deadlines, and an answer that is lost keeps its place for good.
 * It takes the long call when the server says that it supports it: so nothing is said to be supported.
 */
export const connect = (connectionString: string): EventStoreDBClient =>
  Object.assign(EventStoreDBClient.connectionString(connectionString), { supports: async () => false })
