import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { JournalSync } from '../../journal-sync.ts'
import { isUnwritable, unwritable } from '../../unwritable.ts'
import type { Appended } from '../event-store.ts'
import { type Answer, type Append, createAppender, type Draft, type End, OtherWriter } from './append.ts'
import type { Heads } from './heads.ts'

type Waiting = Append & PromiseWithResolvers<Appended>

/**
 * Appends that arrive in one turn of the event loop, or during a sync, share the next transaction and its sync. `wake` is called after
 * events were stored.
 *
 * After a failed commit or sync, the disk may or may not have the events. Then the log stops, because a retry could store an event twice.
 */
export function createGroupCommit(db: DatabaseSync, journal: JournalSync, heads: Heads, newest: End, wake: () => void) {
  const write = createAppender(db, heads)
  /** The end of the file, whose last events may not be synced yet. `newest` and `heads` have only synced events. */
  const written = { ...newest }
  let waiting: Waiting[] = []
  let committing: Promise<void> | undefined
  let stoppedBy: unknown

  async function commitAll() {
    await nextTurn()
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const before = newest.position
      settle(batch, await store(batch))
      if (newest.position > before) wake()
    }
    committing = undefined
  }

  /** Returns one answer for each append, in order. */
  async function store(batch: readonly Append[]): Promise<readonly Answer[]> {
    const draft: Draft = { ...newest, heads: new Map() }
    try {
      if (stoppedBy) throw stoppedBy
      db.exec('BEGIN IMMEDIATE')
      const answers = write(batch, draft)
      await commit(draft)
      heads.keep(draft.heads)
      Object.assign(newest, written)
      return answers
    } catch (error) {
      if (error instanceof OtherWriter) stoppedBy = error
      rollBack()
      return batch.map(() => unavailable(stoppedBy ? 'The log has stopped' : 'The log cannot be written', error))
    }
  }

  async function commit({ position, hash }: End) {
    let isInFile = false
    try {
      db.exec('COMMIT')
      isInFile = true
      if (position === written.position) return
      Object.assign(written, { position, hash })
      await journal.synced()
    } catch (error) {
      // On a full disk, the write fails before the commit mark, so nothing is stored.
      if (isInFile || !isUnwritable(error)) stoppedBy = error
      throw error
    }
  }

  function rollBack() {
    try {
      if (db.isTransaction) db.exec('ROLLBACK')
    } catch (error) {
      stoppedBy ??= error
    }
  }

  return {
    append(append: Append): Promise<Appended> {
      const answer = Promise.withResolvers<Appended>()
      waiting.push({ ...append, ...answer })
      committing ??= commitAll()
      return answer.promise
    },
    done: async () => committing,
    requireNotStopped() {
      if (stoppedBy) throw unavailable('The log has stopped', stoppedBy)
    },
    written: written as Readonly<End>,
  }
}

function settle(batch: readonly Waiting[], answers: readonly Answer[]) {
  for (const [index, { resolve, reject }] of batch.entries()) {
    const answer = answers[index]!
    if (answer instanceof Error) reject(answer)
    else resolve(answer)
  }
}

/** The cause is for the operator. Callers only get the public message of `unwritable`. */
const unavailable = (what: string, cause: unknown) =>
  unwritable(new Error(`${what}: ${cause instanceof Error ? cause.message : cause}`, { cause }))
