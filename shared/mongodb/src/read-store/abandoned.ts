import { type Binary, ReadConcern } from 'mongodb'
import type { Mongo } from '../open-mongodb.ts'

/** No worker that goes on leaves a transaction alone for so long. */
const LEFT_ALONE_MS = 1_000
const CALL_MS = 1_000

/** A session with an open transaction in which no call runs. */
type Idle = Readonly<{ lsid: { id: Binary } }>

/**
 * Aborts the transactions that a worker left open when it was killed. The server would keep them for a minute, and nobody
 * could write their documents meanwhile. A worker that only hung gets an error, and begins again. No right is needed for it: a user sees and ends
 * the sessions of its own.
 */
export async function abortAbandoned({ client }: Pick<Mongo, 'client'>) {
  // The server knows its operations as they are: it takes no other read concern.
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
