import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { START } from '@shop/language/events/event'
import { defect, logFact } from '@shop/logger/logger'
import type { Step, Write } from '@shop/stores/read-store/read-store'
import { type ChangeStream, type ChangeStreamDocument, type ChangeStreamOptions, type Db, Timestamp } from 'mongodb'
import { isMongoError } from '../open-mongodb.ts'
import type { Stored } from './collections.ts'
import { checkpointsOf } from './leases.ts'

const LONGEST_PAUSE_MS = 2_000

/** STORAGE FORMAT. What a commit did, written last in its transaction; the newest of each projection that came first in one. */
type Commit = {
  _id: string
  commit: string
  steps: Omit<Step, 'writes'>[]
}
export const commitsOf = (db: Db) => db.collection<Commit>('commits')

/** Documents and what closes a commit; nothing of leases, nor of what is being built beside. */
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
 * Tells every commit, whoever made it, in the one order in which the server has them. A transaction's changes come
 * together, and the record of the commit comes last: what was seen since the last such record are its writes.
 * A stream that breaks goes on from its token. When the server no longer has that place, or when the database was
 * dropped, every projection is told as built anew.
 */
export function createChanges(db: Db) {
  const told = new EventEmitter().setMaxListeners(0)
  const closed = new AbortController()
  let seen: Seen[] = []
  let from: ChangeStreamOptions | undefined
  let listening: Promise<void> | undefined
  let stream: ChangeStream<Stored | Commit, ServerChange> | undefined

  /** From the very next change on; what is read after this resolves and changes later is told. */
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
      // After a dropped database a stream ends, and only this way goes on behind the end.
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
    /** Resolves when whatever is read from now on is told when it changes. At once when nobody listens. */
    ready: async () => listening,

    onCommit(listener: (steps: readonly Step[]) => void) {
      told.on('commit', listener)
      if (!listening) void listen()
      return () => void told.off('commit', listener)
    },

    /** Resolves when this commit was told here, when nobody listens, or when `signal` aborts. To be asked before it is made. */
    async untilTold(commit: string, signal: AbortSignal) {
      if (listening) await once(told, commit, { signal: AbortSignal.any([closed.signal, signal]) }).catch(() => {})
    },

    async close() {
      closed.abort()
      await stream?.close()
    },
  }
}

/** A commit that moves one projection twice has its writes at the last of the two. */
function stepsOf(moves: Commit['steps'], writes: Map<string, Seen[]>): readonly Step[] {
  const steps = moves.toReversed().map((move) => {
    const ofProjection = writes.get(move.projection) ?? []
    writes.delete(move.projection)
    return { ...move, writes: ofProjection.map(({ id, document }) => ({ id, document })) }
  })
  return steps.toReversed()
}
