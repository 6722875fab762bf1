import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { DatabaseSync } from 'node:sqlite'
import { ShopError, StoreUnavailable } from '@shop/language/errors'
import { openJournalSync } from '../../journal-sync.ts'
import { openSqlite } from '../../open-sqlite.ts'
import { lockForWriting } from '../../writer-lock.ts'
import { LogChanged } from '../chain.ts'
import type { EventStore } from '../event-store.ts'
import { endOf, storedEvent } from './append.ts'
import { createLogCheck, verifyAtStart } from './check-log.ts'
import { createGroupCommit } from './group-commit.ts'
import { createHeads } from './heads.ts'
import { createReading } from './reading.ts'

/** The operator must restore a backup before the log accepts appends again. */
const AGAIN_IN_SECONDS = 600

/** The log in one file, written by one process. Refuses a file that another running shop writes. */
export function openSqliteEventStore(file: string): EventStore {
  const unlock = file === ':memory:' ? () => {} : lockForWriting(file)
  let db: DatabaseSync | undefined
  try {
    db = openSqlite(file, 'NORMAL')
    return createSqliteEventStore(db, unlock)
  } catch (error) {
    db?.close()
    unlock()
    throw error
  }
}

export function createSqliteEventStore(db: DatabaseSync, onClose: () => void, openSync = openJournalSync): EventStore {
  createTables(db)
  verifyAtStart(db)
  const id = idOf(db)
  const journal = openSync(db)
  const newest = endOf(db)
  const heads = createHeads(db, newest)
  const changed = new EventEmitter().setMaxListeners(0)
  const closing = new AbortController()
  const closed = closing.signal
  const group = createGroupCommit(db, journal, heads, newest, () => changed.emit('changed'))
  const checkNext = createLogCheck(db, id, group.written)
  let changedBy: LogChanged | undefined
  const reading = createReading({ db, id, newest, heads, changed, closed })

  return {
    writers: 'one',

    async append(stream, expectedVersion, events) {
      if (events.length === 0) throw new TypeError(`Nothing to append to ${stream}`)
      if (closed.aborted) throw new StoreUnavailable('The log is closed')
      if (changedBy) throw readOnly(changedBy)
      return group.append({ stream, expectedVersion, events: events.map(storedEvent) })
    },

    async noteKeyStore(keyStore) {
      db.prepare('UPDATE log SET key_store = ?').run(keyStore)
      await journal.synced()
    },

    ...reading,
    async head() {
      group.requireNotStopped()
      return reading.head()
    },
    async checkChain(after) {
      // After the log has stopped, only the next start can find out which events are on the disk.
      group.requireNotStopped()
      try {
        return checkNext(after)
      } catch (error) {
        if (error instanceof LogChanged) changedBy = error
        throw error
      }
    },

    async close() {
      if (closed.aborted) return
      closing.abort()
      await group.done()
      changed.emit('changed')
      journal.close()
      db.close()
      onClose()
    },
  }
}

const readOnly = (cause: LogChanged) =>
  new ShopError('UNAVAILABLE', 'The shop accepts no changes right now, because its records must be checked first', {
    cause,
    details: { retryAfter: AGAIN_IN_SECONDS },
  })

/** STORAGE FORMAT: rows of `events` and `streams` never change, and columns are only added. Positions have no gaps, because one writer assigns them. */
function createTables(db: DatabaseSync) {
  db.exec(`
    CREATE TABLE IF NOT EXISTS streams (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
    CREATE TABLE IF NOT EXISTS events (
      position INTEGER PRIMARY KEY, stream INTEGER NOT NULL, version INTEGER NOT NULL, id TEXT NOT NULL,
      type TEXT NOT NULL, data TEXT NOT NULL, metadata TEXT NOT NULL, hash TEXT NOT NULL,
      UNIQUE (stream, version), UNIQUE (stream, id)
    ) STRICT;
    CREATE TABLE IF NOT EXISTS log (id TEXT NOT NULL) STRICT;`)
  const columns = db.prepare("SELECT name FROM pragma_table_info('log')").all()
  if (!columns.some(({ name }) => name === 'key_store')) db.exec('ALTER TABLE log ADD COLUMN key_store TEXT')
}

function idOf(db: DatabaseSync): string {
  const select = db.prepare('SELECT id FROM log')
  if (!select.get()) db.prepare('INSERT INTO log (id) VALUES (?)').run(randomUUID())
  return String(select.get()?.id)
}
