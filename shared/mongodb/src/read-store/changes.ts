import { EventEmitter, once } from 'node:events'
import { START } from '@shop/language/events/event'
import { joinedAbort } from '@shop/stores/joined-abort'
import type { ProjectionName, Step } from '@shop/stores/read-store/read-store'
import { stepOf } from '@shop/stores/read-store/step-of'
import type { Db } from 'mongodb'
import { timed } from '../open-mongodb.ts'
import { createChangeStream } from './change-stream.ts'
import { allCheckpoints } from './checkpoints.ts'
import { COMMIT_MS } from './commit.ts'
import { createCommitReader } from './commit-reader.ts'

/** A commit waits at most this time for the listeners in the process that made it. */
const ANNOUNCE_MS = 2_000

/**
 * Announces the commits of all processes to listeners, in the server's order. If changes were missed, every projection is announced as
 * rebuilt.
 */
export function createChanges(db: Db) {
  const announcements = new EventEmitter().setMaxListeners(0)
  const closed = new AbortController()
  const commits = createCommitReader((commit, step) => {
    announcements.emit('commit', step)
    announcements.emit(commit)
  })
  const stream = createChangeStream(db, closed.signal, { onChange: commits.take, onLost: announceAllRebuilt })
  let listening: Promise<void> | undefined

  async function announceAllRebuilt() {
    commits.forget()
    for (const step of await allAsRebuilt(db)) announcements.emit('commit', step)
  }

  /** Resolves when the changes are watched, or immediately if there are no listeners. */
  const ready = async () => listening

  /** Resolves when this commit was announced in this process, or when `signal` aborts. Call this before the commit. */
  async function untilAnnounced(commit: string, signal: AbortSignal) {
    if (!listening) return
    using over = joinedAbort(closed.signal, signal)
    await once(announcements, commit, { signal: over.signal }).catch(() => {})
  }

  return {
    ready,

    onCommit(listener: (step: Step) => void) {
      announcements.on('commit', listener)
      listening ??= stream.start()
      return () => void announcements.off('commit', listener)
    },

    /** Makes a commit. Resolves when the listeners of this process have received it, or `ANNOUNCE_MS` after the commit. */
    async announcing(make: (commit: string) => Promise<void>) {
      const commit = crypto.randomUUID()
      await timed('The read models', COMMIT_MS, ready)
      const enough = new AbortController()
      const heard = untilAnnounced(commit, enough.signal)
      try {
        await make(commit)
        setTimeout(() => enough.abort(), ANNOUNCE_MS).unref()
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

/** For each projection that was ever built, a step from START, as after a rebuild. */
async function allAsRebuilt(db: Db): Promise<readonly Step[]> {
  const checkpoints = await allCheckpoints(db)
  return Array.from(checkpoints, ([name, { position, ...failures }]) =>
    stepOf(name as ProjectionName, START, position, [], failures),
  )
}
