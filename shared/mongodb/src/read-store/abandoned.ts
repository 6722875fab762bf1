import { type Binary, ReadConcern } from 'mongodb'
import type { Mongo } from '../open-mongodb.ts'

/** A worker that still runs never leaves a transaction idle for so long. */
const LEFT_ALONE_MS = 1_000
const CALL_MS = 1_000

type Idle = Readonly<{ lsid: { id: Binary } }>

/**
 * Aborts the transactions of killed workers. The server would keep these transactions open for a minute, and no other worker could write
 * their documents. A worker that only hung gets an error at its next call, and starts again.
 */
export async function abortAbandoned({ client }: Pick<Mongo, 'client'>) {
  // The server lists its running operations only with this read concern.
  const admin = client.db('admin', { readConcern: new ReadConcern('local') })
  const idle = { type: 'idleSession', appName: client.options.appName }
  const leftAlone = { 'transaction.timeInactiveMicros': { $gte: LEFT_ALONE_MS * 1_000 } }
  const found = await admin
    .aggregate<Idle>([{ $currentOp: { idleSessions: true } }, { $match: { ...idle, ...leftAlone } }], {
      maxTimeMS: CALL_MS,
    })
    .toArray()
  if (found.length > 0) await admin.command({ killSessions: found.map(({ lsid: { id } }) => ({ id })) })
}
