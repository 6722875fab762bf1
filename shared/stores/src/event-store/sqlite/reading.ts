import type { EventEmitter } from 'node:events'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { START } from '@shop/language/events/event'
import type { EventReader } from '../event-store.ts'
import { type End, toPosition } from './append.ts'
import { createFollow } from './follow.ts'
import type { Heads } from './heads.ts'
import { type Row, SELECT, toRecorded } from './rows.ts'

/** The first page of a stream is small, because most reads need few events. */
const FIRST_PAGE = 50
const PAGE = 500

type Log = Readonly<{
  db: DatabaseSync
  id: string
  newest: Readonly<End>
  heads: Heads
  changed: EventEmitter
  isClosed: () => boolean
}>

/** Reads the log up to `newest`, and each stream up to its head in `heads`. */
export function createReading({ db, id, newest, heads, changed, isClosed }: Log): Omit<EventReader, 'checkChain'> {
  const recordedAt = db.prepare("SELECT metadata ->> '$.recordedAt' AS at FROM events WHERE position = ?")
  const end = () => (newest.position === 0 ? START : toPosition(newest.position))
  return {
    readStream: createReadStream(db, heads),
    follow: createFollow(db, { newest: () => newest.position, changed, isClosed }),
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
  const select = db.prepare(`${SELECT} WHERE events.stream = ? AND version >= ? ORDER BY version LIMIT ?`)
  return async function* readStream(stream, fromVersion = 0) {
    const head = heads.of(stream)
    if (head.stream === undefined) return
    let version = fromVersion
    let page = FIRST_PAGE
    while (version <= head.version) {
      const rows = select.all(head.stream, version, page) as Row[]
      for (const row of rows) yield toRecorded(row)
      version += page
      page = PAGE
      if (version <= head.version) await nextTurn()
    }
  }
}
