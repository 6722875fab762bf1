import { setTimeout as sleep } from 'node:timers/promises'
import { defect, logFact } from '@shop/stores/logger/logger'
import { type ChangeStream, type ChangeStreamOptions, type Db, Timestamp } from 'mongodb'
import { isMongoError } from '../open-mongodb.ts'
import type { Stored } from './collections.ts'
import type { ServerChange } from './commit-reader.ts'
import type { StoredPosition } from './positions.ts'

const LONGEST_PAUSE_MS = 2_000

/** Changes of documents and positions, but not of leases and stages. */
const WATCHED = [
  {
    $match: {
      $or: [
        { operationType: 'invalidate' },
        { operationType: { $in: ['insert', 'replace', 'delete'] }, 'ns.coll': { $regex: '^positions$|@[0-9]+$' } },
      ],
    },
  },
]

type Handlers = Readonly<{
  onChange: (change: ServerChange) => void
  /** Called when changes were missed, so that the handler reads all documents again. */
  onLost: () => Promise<void>
}>

/**
 * Reports the server's changes until `signal` aborts. If the stream breaks, a new stream continues with the missed changes. If the server
 * no longer has these changes, calls `onLost`.
 */
export function createChangeStream(db: Db, signal: AbortSignal, { onChange, onLost }: Handlers) {
  let from: ChangeStreamOptions | undefined
  let stream: ChangeStream<Stored | StoredPosition, ServerChange> | undefined

  /** Makes the stream report all changes from now on. */
  async function startNow() {
    const { operationTime } = await db.command({ ping: 1 })
    const { t, i } = operationTime as Timestamp
    from = { startAtOperationTime: new Timestamp({ t, i: i + 1 }) }
  }

  async function listen(onStarted: () => void) {
    for (let failures = 0, lost = false; !signal.aborted; ) {
      try {
        if (!from || lost) await startNow()
        onStarted()
        if (lost) await onLost()
        lost = false
        await follow(() => {
          failures = 0
        })
      } catch (error) {
        if (signal.aborted) return
        lost ||= isMongoError(error, 'ChangeStreamHistoryLost', 'InvalidResumeToken', 'ChangeStreamFatalError')
        logFact('warn', 'The change stream was interrupted and starts again', defect(error))
        const pauseMs = Math.min(LONGEST_PAUSE_MS, 50 * 2 ** failures++)
        await sleep(pauseMs, undefined, { signal }).catch(() => {})
      }
    }
  }

  async function follow(succeeded: () => void) {
    stream = db.watch<Stored | StoredPosition, ServerChange>(WATCHED, from)
    try {
      for await (const change of stream) {
        succeeded()
        onChange(change)
      }
    } finally {
      // A stream ends when its database is dropped. After that, only `startAfter` can continue the stream.
      if (stream.resumeToken) from = { startAfter: stream.resumeToken }
      await stream.close()
    }
  }

  return {
    start: () => new Promise<void>((resolve) => void listen(resolve)),
    /** Call this after `signal` has aborted. */
    close: async () => stream?.close(),
  }
}
