import { type EventEmitter, once } from 'node:events'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Recorded, START } from '@shop/language/events/event'
import type { EventReader } from '../event-store.ts'
import { type End, toPosition } from './append.ts'
import type { Heads } from './heads.ts'

/** The first page of a stream is small, because most reads need few events. */
const FIRST_PAGE = 50
const PAGE = 500
const BATCH = 500

export const SELECT = `
  SELECT position, name AS stream, version, events.id, type, data, metadata
  FROM events JOIN streams ON streams.id = events.stream`

type Row = readonly [number, string, number, string, string, data: string, metadata: string]

/** Rows are lists, which Node makes in half the time of objects. */
export const prepareRows = (db: DatabaseSync, sql: string) => db.prepare(sql, { returnArrays: true })

export function toRecorded(row: unknown): Recorded {
  const [position, stream, version, id, type, data, metadata] = row as Row
  const parsed = { data: JSON.parse(data), metadata: JSON.parse(metadata) }
  return { id, type, ...parsed, stream, version, position: toPosition(position) }
}

type Log = Readonly<{
  db: DatabaseSync
  id: string
  newest: Readonly<End>
  heads: Heads
  /** Emits `changed` after each commit, and when the log is closed. */
  changed: EventEmitter
  closed: AbortSignal
}>

/** Reads the log up to `newest`, and each stream up to its head in `heads`. */
export function createReading(log: Log): Omit<EventReader, 'checkChain'> {
  const { db, id, newest, heads } = log
  const recordedAt = db.prepare("SELECT metadata ->> '$.recordedAt' AS at FROM events WHERE position = ?")
  const end = () => (newest.position === 0 ? START : toPosition(newest.position))
  return {
    readStream: createReadStream(db, heads),
    follow: createFollow(log),
    head: async () => end(),
    async newestAt() {
      const found = recordedAt.get(newest.position)
      return found && String(found.at)
    },
    id: async () => id,
    identity: async () => ({ id, keyStore: keyStoreIn(db) }),
    has: async (position) => position <= end(),
    extent: async (position) => ({ read: Number(position), all: newest.position, unit: 'events' }),
    chainHead: async () => ({ log: id, events: newest.position, hash: newest.hash }),
  }
}

/** A log of an earlier version of the shop has no column for the key store's id. */
function keyStoreIn(db: DatabaseSync): string | undefined {
  const row = db.prepare('SELECT * FROM log').get()
  return row?.key_store ? String(row.key_store) : undefined
}

function createReadStream(db: DatabaseSync, heads: Heads): EventReader['readStream'] {
  const select = prepareRows(db, `${SELECT} WHERE events.stream = ? AND version >= ? ORDER BY version LIMIT ?`)
  return async function* readStream(stream, fromVersion = 0) {
    const head = heads.of(stream)
    if (head.stream === undefined) return
    let version = fromVersion
    let page = FIRST_PAGE
    while (version <= head.version) {
      for (const row of select.all(head.stream, version, page)) yield toRecorded(row)
      version += page
      page = PAGE
      if (version <= head.version) await nextTurn()
    }
  }
}

function createFollow({ db, newest, changed, closed }: Log): EventReader['follow'] {
  const between = 'position > ? AND position <= ?'
  const selectAfter = prepareRows(db, `${SELECT} WHERE ${between} ORDER BY position`)
  const selectOfTypes = prepareRows(
    db,
    `${SELECT} WHERE ${between} AND type IN (SELECT value FROM json_each(?)) ORDER BY position`,
  )

  return async function* follow(after, signal, types) {
    const select = types ? selectOfTypes : selectAfter
    const wanted = types ? [JSON.stringify(types)] : []
    let last = after === START ? 0 : Number(after)
    for (let first = true; !signal.aborted && !closed.aborted; first = false) {
      // Positions have no gaps, so a batch has at most BATCH events.
      const upTo = Math.max(last, Math.min(last + BATCH, newest.position))
      const rows = upTo > last ? select.all(last, upTo, ...wanted) : []
      const caughtUp = upTo >= newest.position
      const isNews = upTo > last
      last = upTo
      if (first || isNews) yield { events: rows.map(toRecorded), upTo: last === 0 ? START : toPosition(last), caughtUp }
      // A follower that is far behind must not block the event loop.
      if (!caughtUp) await nextTurn()
      else if (last >= newest.position && !signal.aborted && !closed.aborted)
        await once(changed, 'changed', { signal }).catch(() => {})
    }
  }
}
