import { EventEmitter } from 'node:events'
import { basename } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { syncJournal } from '../../journal-sync.ts'
import { openReadOnly, pragma } from '../../open-sqlite.ts'
import { LogChanged } from '../chain.ts'
import type { EventReader, EventStore } from '../event-store.ts'
import { endOf } from './append.ts'
import { verifyForReader } from './check-log.ts'
import { createHeads } from './heads.ts'
import { leftOverJournal } from './left-over-journal.ts'
import { createReading } from './reading.ts'

const LOOK_EVERY_MS = 200

/**
 * Opens a log file for reading while the shop writes it. Changes nothing in the log. Throws LogChanged. Throws for a file without a log.
 */
export function openSqliteEventReader(file: string): EventReader & Pick<EventStore, 'close'> {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  try {
    return createReader(db, file)
  } catch (error) {
    db.close()
    throw error
  }
}

/**
 * Opens a log file before it is opened for writing. Returns undefined if there is no log yet. Changes no file. Throws LogChanged. If the
 * journal of another log is beside the file, the error names this journal.
 */
export function openSqliteLogReadOnly(file: string): (EventReader & Pick<EventStore, 'close'>) | undefined {
  const db = openReadOnly(file)
  if (!db) return undefined
  try {
    const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all()
    const has = (table: string) => tables.some(({ name }) => name === table)
    if (has('log') && db.prepare('SELECT id FROM log').get()) return createReader(db)
    if (has('events') && !has('log'))
      throw new LogChanged(
        basename(file),
        'has a format from before 22 November 2026, which this version cannot read',
        'open it with the version that wrote it',
      )
    db.close()
    return undefined
  } catch (error) {
    db.close()
    throw leftOverJournal(file) ?? error
  }
}

/** `journalOf`: the file whose journal another process may be writing. */
function createReader(db: DatabaseSync, journalOf?: string): EventReader & Pick<EventStore, 'close'> {
  const id = idOf(db)
  verifyForReader(db)
  const newest = syncedEnd()
  const heads = createHeads(db, newest)
  const changed = new EventEmitter().setMaxListeners(0)
  let seen = pragma(db, 'data_version')
  const closing = new AbortController()
  const closed = closing.signal

  /** Syncs the journal, so that this reader shows no event that a power cut could still remove. */
  function syncedEnd() {
    const end = endOf(db)
    if (journalOf) syncJournal(journalOf)
    return end
  }

  /** Keeps no transaction open, so that the shop can empty the log's journal. */
  function look() {
    const version = pragma(db, 'data_version')
    if (version === seen) return
    seen = version
    Object.assign(newest, syncedEnd())
    heads.forgetAll()
    changed.emit('changed')
  }
  const looking = setInterval(look, LOOK_EVERY_MS).unref()
  const reading = createReading({ db, id, newest, heads, changed, closed })
  const afterLook =
    <Call extends readonly unknown[], Result>(read: (...call: Call) => Promise<Result>) =>
    async (...call: Call) => {
      look()
      return read(...call)
    }

  return {
    ...reading,
    async *readStream(...call) {
      look()
      yield* reading.readStream(...call)
    },
    head: afterLook(reading.head),
    newestAt: afterLook(reading.newestAt),
    has: afterLook(reading.has),
    extent: afterLook(reading.extent),
    chainHead: afterLook(reading.chainHead),
    async close() {
      if (closed.aborted) return
      closing.abort()
      clearInterval(looking)
      changed.emit('changed')
      db.close()
    },
  }
}

function idOf(db: DatabaseSync): string {
  const { id } = db.prepare('SELECT id FROM log').get() ?? {}
  if (id === undefined) throw new Error('the log has no id yet')
  return String(id)
}
