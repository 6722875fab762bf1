import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { START } from '@shop/language/events/event'
import { defect, logFact } from '@shop/logger/logger'
import { joinedAbort } from '@shop/stores/joined-abort'
import type { Step, Write } from '@shop/stores/read-store/read-store'
import { type ChangeStream, type ChangeStreamDocument, type ChangeStreamOptions, type Db, Timestamp } from 'mongodb'
import { isMongoError } from '../open-mongodb.ts'
import type { Stored } from './collections.ts'
import { checkpointsOf } from './leases.ts'

const LONGEST_PAUSE_MS = 2_000

/** STORAGE FORMAT. The record of a commit, written last in its transaction; there is one for each projection that came first in a commit. */
type Commit = {
  _id: string
  commit: string
  steps: Omit<Step, 'writes'>[]
}
export const commitsOf = (db: Db) => db.collection<Commit>('commits')

/** Changes of documents and records of commits, without leases and stages. */
const WATCHED = [
  {
    $match: {
      $or: [
        { operationType: 'invalidate' },
        { operationType: { $in: ['insert', 'replace', 'delete'] }, 'ns.coll': { $regex: '^commits$|@[0-9]+$' } },
      ],
    },
  },
]

type ServerChange = ChangeStreamDocument<Stored | Commit>
type Seen = Write & { collection: string }

/**
 * Notifies listeners of every commit, of all processes, in the server's order. A transaction's changes come
 * together, and the record of the commit comes last: the changes since the previous record are its writes.
 * A stream that breaks is resumed from its token. If the server no longer has that resume point, or if the database was
 * dropped, every projection is announced as rebuilt.
 */
export function createChanges(db: Db) {
  const told = new EventEmitter().setMaxListeners(0)
  const closed = new AbortController()
  let seen: Seen[] = []
  let from: ChangeStreamOptions | undefined
  let listening: Promise<void> | undefined
  let stream: ChangeStream<Stored | Commit, ServerChange> | undefined

  /** Starts with the next change: anything read after this resolves is announced when it changes later. */
  async function startNow() {
    const { operationTime } = await db.command({ ping: 1 })
    const { t, i } = operationTime as Timestamp
    from = { startAtOperationTime: new Timestamp({ t, i: i + 1 }) }
  }

  async function listen() {
    const started = Promise.withResolvers<void>()
    listening = started.promise
    for (let failures = 0, lost = false; !closed.signal.aborted; ) {
      try {
        if (!from || lost) await startNow()
        started.resolve()
        if (lost) await tellAllAnew()
        lost = false
        await follow(() => {
          failures = 0
        })
      } catch (error) {
        if (closed.signal.aborted) return
        lost ||= isMongoError(error, 'ChangeStreamHistoryLost', 'InvalidResumeToken', 'ChangeStreamFatalError')
        logFact('warn', 'The change stream broke off and begins again', defect(error))
        const pauseMs = Math.min(LONGEST_PAUSE_MS, 50 * 2 ** failures++)
        await sleep(pauseMs, undefined, { signal: closed.signal }).catch(() => {})
      }
    }
  }

  async function follow(onChange: () => void) {
    stream = db.watch<Stored | Commit, ServerChange>(WATCHED, from)
    try {
      for await (const change of stream) {
        onChange()
        take(change)
      }
    } finally {
      // After a dropped database a stream ends, and can only be continued this way.
      if (stream.resumeToken) from = { startAfter: stream.resumeToken }
      await stream.close()
    }
  }

  async function tellAllAnew() {
    seen = []
    const all = await checkpointsOf(db)
      .find({ position: { $exists: true } })
      .toArray()
    const steps = all.map(({ _id, position: to = START, halted, leftOut }) => {
      const failures = { ...(halted && { halted }), ...(leftOut && { leftOut }) }
      return { projection: _id, from: START, to, writes: [], ...failures }
    })
    if (steps.length > 0) told.emit('commit', steps)
  }

  function take(change: ServerChange) {
    if (change.operationType !== 'insert' && change.operationType !== 'replace' && change.operationType !== 'delete')
      return
    const { coll: collection } = change.ns
    if (collection !== 'commits') {
      const document = change.operationType === 'delete' ? undefined : (change.fullDocument as Stored).document
      seen.push({ collection, id: String(change.documentKey._id), document })
    } else if (change.operationType !== 'delete') {
      const { commit, steps } = change.fullDocument as Commit
      const byCollection = Map.groupBy(seen, (one) => one.collection)
      seen = []
      told.emit('commit', stepsOf(steps, byCollection))
      told.emit(commit)
    }
  }

  return {
    /** Resolves when changes of anything read from now on will be announced; at once without listeners. */
    ready: async () => listening,

    onCommit(listener: (steps: readonly Step[]) => void) {
      told.on('commit', listener)
      if (!listening) void listen()
      return () => void told.off('commit', listener)
    },

    /** Resolves when this commit was announced here, without listeners at once, or when `signal` aborts. Call it before the commit. */
    async untilTold(commit: string, signal: AbortSignal) {
      if (!listening) return
      using over = joinedAbort(closed.signal, signal)
      await once(told, commit, { signal: over.signal }).catch(() => {})
    },

    async close() {
      closed.abort()
      await stream?.close()
    },
  }
}

/** A commit that moves a projection twice has its writes in the last of the two steps. */
function stepsOf(moves: Commit['steps'], writes: Map<string, Seen[]>): readonly Step[] {
  const steps = moves.toReversed().map((move) => {
    const ofProjection = writes.get(move.projection) ?? []
    writes.delete(move.projection)
    return { ...move, writes: ofProjection.map(({ id, document }) => ({ id, document })) }
  })
  return steps.toReversed()
}
