import type { DatabaseSync } from 'node:sqlite'
import type { NewEvent, Position } from '@shop/language/events/event'
import { chained } from '../chain.ts'
import { type Appended, VersionConflict } from '../event-store.ts'
import type { Head, Heads } from './heads.ts'

export type Append = Readonly<{ stream: string; expectedVersion: number; events: readonly StoredEvent[] }>
export type StoredEvent = Readonly<{ id: string; type: string; data: string; metadata: string }>

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

/** Returns a function that writes one append into the open transaction and updates the draft. The result is valid only after the commit. */
export function createAppender(db: DatabaseSync, heads: Heads) {
  const insertStream = db.prepare('INSERT INTO streams (name) VALUES (?)')
  const insertEvent = db.prepare('INSERT INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
  const selectStored = db.prepare(
    'SELECT position, id FROM events WHERE stream = ? AND version > ? ORDER BY version LIMIT ?',
  )

  return (append: Append, draft: Draft): Appended | VersionConflict => {
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
    draft.position = position
    draft.hash = hash
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

/** The zeros make positions sort correctly as texts. */
export const toPosition = (position: number): Position => String(position).padStart(20, '0')
