import { EventEmitter } from 'node:events'
import { DatabaseSync } from 'node:sqlite'
import { pragma } from '../../open-sqlite.ts'
import type { EventReader, EventStore } from '../event-store.ts'
import { endOf } from './append.ts'
import { verifyBeside } from './check-log.ts'
import { createHeads } from './heads.ts'
import { createReading } from './reading.ts'

/** How soon it follows what was appended. */
const LOOK_EVERY_MS = 200

/** The log of a file beside the shop that writes it. It leaves no trace there. Throws LogChanged, and for a file that is no log yet. */
export function openSqliteEventReader(file: string): EventReader & Pick<EventStore, 'close'> {
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5_000 })
  try {
    return createReader(db)
  } catch (error) {
    db.close()
    throw error
  }
}

function createReader(db: DatabaseSync): EventReader & Pick<EventStore, 'close'> {
  const id = idOf(db)
  verifyBeside(db)
  const heads = createHeads(db)
  const newest = endOf(db)
  const changed = new EventEmitter().setMaxListeners(0)
  let seen = pragma(db, 'data_version')
  let closed = false

  /** Finds out what was appended. No transaction stays open, which would keep the log's journal from being emptied. */
  function look() {
    const version = pragma(db, 'data_version')
    if (version === seen) return
    seen = version
    Object.assign(newest, endOf(db))
    heads.forgetAll()
    changed.emit('changed')
  }
  const looking = setInterval(look, LOOK_EVERY_MS).unref()
  const reading = createReading({ db, id, newest, heads, changed, isClosed: () => closed })

  return {
    ...reading,
    async *readStream(...call) {
      look()
      yield* reading.readStream(...call)
    },
    async head() {
      look()
      return reading.head()
    },
    async newestAt() {
      look()
      return reading.newestAt()
    },
    async has(position) {
      look()
      return reading.has(position)
    },
    async extent(position) {
      look()
      return reading.extent(position)
    },
    async chainHead() {
      look()
      return reading.chainHead()
    },
    async close() {
      if (closed) return
      closed = true
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
