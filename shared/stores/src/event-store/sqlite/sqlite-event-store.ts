import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ShopError } from '@shop/language/errors'
import { START } from '@shop/language/events/event'
import { openSqlite, pragma } from '../../open-sqlite.ts'
import { lockForWriting } from '../../writer-lock.ts'
import type { EventReader, EventStore } from '../event-store.ts'
import { type End, endOf, storedEvent, toPosition } from './append.ts'
import { createLogCheck, verifyAtStart } from './check-log.ts'
import { createFollow } from './follow.ts'
import { createGroupCommit } from './group-commit.ts'
import { createHeads, type Heads } from './heads.ts'
import { type Row, SELECT, toRecorded } from './rows.ts'

/** How soon a reader beside the shop follows what was appended. */
const LOOK_EVERY_MS = 200

/** A stream is read in pages. The first is small: it is often all that is wanted of a stream. */
const FIRST_PAGE = 50
const PAGE = 500

/** The log in one file, written by one process. Refuses a file that another running shop writes. */
export function openSqliteEventStore(file: string): EventStore {
  const unlock = file === ':memory:' ? () => {} : lockForWriting(file)
  try {
    return createdIn(openSqlite(file, 'FULL'), unlock)
  } catch (error) {
    unlock()
    throw error
  }
}

/** The log of a file beside the shop that writes it, which it follows. Appends are refused. */
export function openSqliteEventReader(file: string): EventReader & Pick<EventStore, 'close'> {
  return createdIn(new DatabaseSync(file, { readOnly: true, timeout: 5_000 }), () => {}, true)
}

/** A log that is refused is closed: what is left open would be read by whoever opens the file next. */
function createdIn(db: DatabaseSync, onClose: () => void, isBeside = false): EventStore {
  try {
    return createSqliteEventStore(db, onClose, isBeside)
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * The log in a database that is open already; `onClose` is called after it is closed. `isBeside`: another process writes it.
 */
export function createSqliteEventStore(db: DatabaseSync, onClose: () => void, isBeside = false): EventStore {
  createTables(db)
  verifyAtStart(db)
  const id = idOf(db)
  const heads = createHeads(db)
  const newest = endOf(db)
  const changed = new EventEmitter().setMaxListeners(0)
  const look = isBeside ? createLook(db, newest, heads, changed) : () => {}
  const looking = isBeside ? setInterval(look, LOOK_EVERY_MS).unref() : undefined
  const { append, flush, requireGoing } = createGroupCommit(db, heads, newest, () => changed.emit('changed'))
  const end = () => (newest.position === 0 ? START : toPosition(newest.position))
  const checkNext = createLogCheck(db, id, newest)
  let closed = false
  const follow = createFollow(db, { newest: () => newest.position, changed, isClosed: () => closed })

  return {
    // The lock beside the file sees to it.
    writers: 'one',

    async append(stream, expectedVersion, events) {
      if (events.length === 0) throw new TypeError(`Nothing to append to ${stream}`)
      if (closed) throw new ShopError('UNAVAILABLE', 'The log is closed')
      return append({ stream, expectedVersion, events: events.map(storedEvent) })
    },

    readStream: createReadStream(db, heads, look),

    follow,

    async head() {
      look()
      requireGoing()
      return end()
    },
    id: async () => id,
    async has(position) {
      look()
      return position <= end()
    },
    async extent(position) {
      look()
      return { read: Number(position), all: newest.position, unit: 'events' }
    },

    chainHead: async () => ({ log: id, events: newest.position, hash: newest.hash }),
    async checkChain(after) {
      // Of a log that has stopped nobody knows what is on the disk until the next start.
      requireGoing()
      return checkNext(after)
    },

    async close() {
      if (closed) return
      closed = true
      clearInterval(looking)
      flush()
      changed.emit('changed')
      db.close()
      onClose()
    },
  }
}

/** `look` finds out first what another process has appended. */
function createReadStream(db: DatabaseSync, heads: Heads, look: () => void): EventReader['readStream'] {
  const select = db.prepare(`${SELECT} WHERE events.stream = ? AND version >= ? ORDER BY version LIMIT ?`)
  return async function* readStream(stream, fromVersion = 0) {
    look()
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

/** Looks whether another process has appended. No transaction stays open, which would keep its journal from being emptied. */
function createLook(db: DatabaseSync, newest: End, heads: Heads, changed: EventEmitter) {
  let seen = pragma(db, 'data_version')
  return () => {
    const version = pragma(db, 'data_version')
    if (version === seen) return
    seen = version
    Object.assign(newest, endOf(db))
    heads.forgetAll()
    changed.emit('changed')
  }
}

/**
 * A storage format: rows are never changed, columns only added. Positions have no gaps, since one writer assigns
 * them. An event's id depends on its stream's name, and an index led by the stream costs a third less to maintain.
 */
function createTables(db: DatabaseSync) {
  db.exec(`
    CREATE TABLE IF NOT EXISTS streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE IF NOT EXISTS events (
      position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, version INTEGER NOT NULL, id TEXT NOT NULL,
      type TEXT NOT NULL, data TEXT NOT NULL, metadata TEXT NOT NULL, hash TEXT NOT NULL,
      UNIQUE (stream, version), UNIQUE (stream, id)
    ) STRICT;
    CREATE TABLE IF NOT EXISTS log (id TEXT NOT NULL) STRICT;`)
}

function idOf(db: DatabaseSync): string {
  const select = db.prepare('SELECT id FROM log')
  if (!select.get()) db.prepare('INSERT INTO log VALUES (?)').run(randomUUID())
  return String(select.get()?.id)
}
