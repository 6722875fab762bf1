import type { DatabaseSync } from 'node:sqlite'
import type { NewEvent, Position } from '@shop/language/events/event'
import { isSqliteError } from '../../open-sqlite.ts'
import { chained } from '../chain.ts'
import { type Appended, VersionConflict } from '../event-store.ts'
import type { Head, Heads } from './heads.ts'

export type Append = Readonly<{ stream: string; expectedVersion: number; events: readonly StoredEvent[] }>
export type StoredEvent = Readonly<{ id: string; type: string; data: string; metadata: string }>

export type Answer = Appended | Error

/** The newest event's position (0 if the log is empty) and hash. */
export type End = { position: number; hash: string }

/** The state of the log if the open transaction commits. */
export type Draft = End & { readonly heads: Map<string, Head> }

export function endOf(db: DatabaseSync): End {
  const row = db.prepare('SELECT position, hash FROM events ORDER BY position DESC LIMIT 1').get()
  return { position: Number(row?.position ?? 0), hash: String(row?.hash ?? '') }
}

export const storedEvent = ({ id, type, data, metadata }: NewEvent): StoredEvent => ({
  id,
  type,
  data: JSON.stringify(data),
  metadata: JSON.stringify(metadata),
})

export class OtherWriter extends Error {}

/**
 * Returns a function that writes appends into the open transaction and updates the draft. Their answers are valid only after the commit.
 * Versions are checked in memory and by unique indexes. If an index refuses a row, the transaction begins again with a savepoint around
 * each append, so that only the append in conflict fails.
 */
export function createAppender(db: DatabaseSync, heads: Heads) {
  const insertStream = db.prepare('INSERT INTO streams (name) VALUES (?)')
  const insertEvent = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const selectStored = db.prepare(
    'SELECT position, id FROM events WHERE stream = ? AND version > ? ORDER BY version LIMIT ?',
  )

  return (batch: readonly Append[], draft: Draft): readonly Answer[] => {
    const { position, hash } = draft
    try {
      return batch.map((append) => write(append, draft))
    } catch (error) {
      if (!isSqliteError(error, 'CONSTRAINT')) throw error
      db.exec('ROLLBACK; BEGIN IMMEDIATE')
      if (endOf(db).position !== position)
        throw new OtherWriter('Another process has written to the log', { cause: error })
      draft.heads.clear()
      Object.assign(draft, { position, hash })
      heads.forget(batch.map(({ stream }) => stream))
      return batch.map((append) => inSavepoint(db, append, () => write(append, draft)))
    }
  }

  function write(append: Append, draft: Draft): Answer {
    const { stream, expectedVersion, events } = append
    const head = draft.heads.get(stream) ?? heads.of(stream)
    if (head.version !== expectedVersion)
      return earlierAnswer(append, head) ?? new VersionConflict(stream, expectedVersion)

    const number = head.stream ?? Number(insertStream.run(stream).lastInsertRowid)
    let { position, hash } = draft
    let { version } = head
    for (const event of events) {
      position += 1
      version += 1
      hash = chained(hash, { position, stream, version, ...event })
      insertEvent.run(position, number, version, event.id, event.type, event.data, event.metadata, hash)
    }
    draft.heads.set(stream, { stream: number, version })
    Object.assign(draft, { position, hash })
    return { position: toPosition(position), version }
  }

  /** The same ids at the same version are a retry, even if the stream has moved on. */
  function earlierAnswer({ expectedVersion, events }: Append, head: Head): Appended | undefined {
    if (head.stream === undefined || expectedVersion + events.length > head.version) return undefined
    const stored = selectStored.all(head.stream, expectedVersion, events.length)
    const isRetry = stored.every(({ id }, index) => id === events[index]?.id)
    if (!isRetry) return undefined
    return { position: toPosition(Number(stored.at(-1)!.position)), version: expectedVersion + events.length }
  }
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

/** The zeros make positions sort correctly as texts. */
export const toPosition = (position: number): Position => String(position).padStart(20, '0')
