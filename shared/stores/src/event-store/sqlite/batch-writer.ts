import type { DatabaseSync } from 'node:sqlite'
import type { JournalSync } from '../../journal-sync.ts'
import { isSqliteError } from '../../open-sqlite.ts'
import { isUnwritable, unwritable } from '../../unwritable.ts'
import { type Appended, VersionConflict } from '../event-store.ts'
import { type Append, createAppender, type Draft, type End, endOf } from './append.ts'
import type { Heads } from './heads.ts'

export type Answer = Appended | Error

/**
 * Calls of `store` must not overlap. Versions are checked in memory and by unique indexes. If an index refuses a row, the batch is repeated
 * with a savepoint around each append, so that only the append in conflict fails.
 *
 * After a failed commit or sync, the disk may or may not have the events. Then the log stops, because a retry could store an event twice.
 */
export function createBatchWriter(
  db: DatabaseSync,
  { synced }: Pick<JournalSync, 'synced'>,
  heads: Heads,
  newest: End,
) {
  const write = createAppender(db, heads)
  /** The end of the file, whose last events may not be synced yet. `newest` and `heads` have only synced events. */
  const written = { ...newest }
  let stoppedBy: unknown

  /** Returns one answer for each append, in order. */
  async function store(batch: readonly Append[]): Promise<readonly Answer[]> {
    if (stoppedBy) return batch.map(() => unavailable('The log has stopped', stoppedBy))
    const draft: Draft = { ...newest, heads: new Map() }
    let answers: readonly Answer[]
    try {
      answers = writeAll(batch, draft)
      commit()
      if (draft.position > written.position) await syncUpTo(draft)
    } catch (error) {
      rollBack()
      return batch.map(() => unavailable(stoppedBy ? 'The log has stopped' : 'The log cannot be written', error))
    }
    heads.keep(draft.heads)
    Object.assign(newest, written)
    return answers
  }

  async function syncUpTo({ position, hash }: End) {
    Object.assign(written, { position, hash })
    try {
      await synced()
    } catch (error) {
      stoppedBy = error
      throw error
    }
  }

  function writeAll(batch: readonly Append[], draft: Draft): readonly Answer[] {
    const before = { ...newest }
    db.exec('BEGIN IMMEDIATE')
    try {
      return batch.map((append) => write(append, draft))
    } catch (error) {
      if (!isSqliteError(error, 'CONSTRAINT')) throw error
      db.exec('ROLLBACK; BEGIN IMMEDIATE')
      if (endOf(db).position !== before.position) {
        stoppedBy = new Error('Another process has written to the log', { cause: error })
        throw stoppedBy
      }
      draft.heads.clear()
      Object.assign(draft, before)
      heads.forget(batch.map(({ stream }) => stream))
      return batch.map((append) => inSavepoint(db, append, () => write(append, draft)))
    }
  }

  function commit() {
    try {
      db.exec('COMMIT')
    } catch (error) {
      // On a full disk, the write fails before the commit mark, so nothing is stored.
      if (!isUnwritable(error)) stoppedBy = error
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

  function requireNotStopped() {
    if (stoppedBy) throw unavailable('The log has stopped', stoppedBy)
  }

  return { store, requireNotStopped, written: written as Readonly<End> }
}

/** A refused append leaves the other appends of its transaction unchanged. */
function inSavepoint(db: DatabaseSync, append: Append, write: () => Answer): Answer {
  db.exec('SAVEPOINT one')
  try {
    const answer = write()
    db.exec('RELEASE one')
    return answer
  } catch (error) {
    if (!isSqliteError(error, 'CONSTRAINT')) throw error
    db.exec('ROLLBACK TO one; RELEASE one')
    return new VersionConflict(append.stream, append.expectedVersion, { cause: error })
  }
}

/** The cause is for the operator. Callers only get the public message of `unwritable`. */
const unavailable = (what: string, cause: unknown) =>
  unwritable(new Error(`${what}: ${cause instanceof Error ? cause.message : cause}`, { cause }))
