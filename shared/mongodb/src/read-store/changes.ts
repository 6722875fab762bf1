import { EventEmitter, once } from 'node:events'
import { START } from '@shop/language/events/event'
import { joinedAbort } from '@shop/stores/joined-abort'
import type { Step } from '@shop/stores/read-store/read-store'
import type { Db } from 'mongodb'
import { timed } from '../open-mongodb.ts'
import { createChangeStream } from './change-stream.ts'
import { COMMIT_MS } from './commit.ts'
import { createCommitReader } from './commit-records.ts'
import { checkpointsOf } from './leases.ts'

/** How long a commit waits for the notification of this process's listeners. */
const TELL_MS = 2_000

/**
 * Notifies listeners of every commit, of all processes, in the server's order. When changes were missed, every projection
 * is announced as rebuilt.
 */
export function createChanges(db: Db) {
  const told = new EventEmitter().setMaxListeners(0)
  const closed = new AbortController()
  const commits = createCommitReader((commit, steps) => {
    told.emit('commit', steps)
    told.emit(commit)
  })
  const stream = createChangeStream(db, closed.signal, { onChange: commits.take, onLost: tellAllAnew })
  let listening: Promise<void> | undefined

  async function tellAllAnew() {
    commits.forget()
    const steps = await allAsRebuilt(db)
    if (steps.length > 0) told.emit('commit', steps)
  }

  /** Resolves when changes of anything read from now on will be announced; at once without listeners. */
  const ready = async () => listening

  /** Resolves when this commit was announced here, without listeners at once, or when `signal` aborts. Call it before the commit. */
  async function untilTold(commit: string, signal: AbortSignal) {
    if (!listening) return
    using over = joinedAbort(closed.signal, signal)
    await once(told, commit, { signal: over.signal }).catch(() => {})
  }

  return {
    ready,

    onCommit(listener: (steps: readonly Step[]) => void) {
      told.on('commit', listener)
      listening ??= stream.start()
      return () => void told.off('commit', listener)
    },

    /** Makes a commit and resolves once this process's listeners have got it, as in a store of one process. */
    async telling(make: (commit: string) => Promise<void>) {
      const commit = crypto.randomUUID()
      await timed('The read models', COMMIT_MS, ready)
      const enough = new AbortController()
      const heard = untilTold(commit, enough.signal)
      try {
        await make(commit)
        setTimeout(() => enough.abort(), TELL_MS).unref()
        await heard
      } finally {
        enough.abort()
      }
    },

    async close() {
      closed.abort()
      await stream.close()
    },
  }
}

/** A step from START for each projection that was built, as for a rebuild. */
async function allAsRebuilt(db: Db): Promise<readonly Step[]> {
  const all = await checkpointsOf(db)
    .find({ position: { $exists: true } })
    .toArray()
  return all.map(({ _id, position: to = START, halted, leftOut }) => {
    const failures = { ...(halted && { halted }), ...(leftOut && { leftOut }) }
    return { projection: _id as Step['projection'], from: START, to, writes: [], ...failures }
  })
}
