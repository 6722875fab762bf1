import type { DatabaseSync } from 'node:sqlite'
import { defect, logFact } from '../../logger/logger.ts'
import { openExpendable, openSound, Unusable } from '../../open-expendable.ts'
import { inTransaction, openReadOnly, openSqlite, pragma } from '../../open-sqlite.ts'

/** "SlvR" in the file's header marks a read store. */
const APPLICATION_ID = 0x53_6c_76_52
/** Raise this when the tables change. */
const LAYOUT = 2
const CLEANING_INTERVAL_MS = 30_000
/** For the connection that fills tables and makes indexes. The default of 2 MiB is too small for this work. */
const BACKGROUND_CACHE_KIB = 65_536

/**
 * Opens the read models' file. Migrates a file of layout 1. Replaces a file that is damaged or has any other layout. Throws if the file is
 * a database of another application.
 */
export const openReadModels = (file: string): DatabaseSync =>
  openExpendable(file, () => {
    requireUnusedOrOurs(file)
    return openSound(file, prepare, requireLayout)
  })

/** Opens another connection to an open file, for work on many pages. */
export function openReadModelsAgain(file: string): DatabaseSync {
  const db = openSqlite(file, 'NORMAL')
  setPragmas(db)
  db.exec(`PRAGMA cache_size = -${BACKGROUND_CACHE_KIB}`)
  return db
}

const setPragmas = (db: DatabaseSync) => db.exec('PRAGMA secure_delete = ON; PRAGMA automatic_index = OFF')

function requireLayout(db: DatabaseSync) {
  if (isEmpty(db)) db.exec(`PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${LAYOUT}`)
  if (pragma(db, 'user_version') === 1) migrateToSharedPositions(db)
  if (pragma(db, 'user_version') !== LAYOUT) throw new Unusable('it has another layout')
}

function prepare(db: DatabaseSync) {
  setPragmas(db)
  db.exec(`CREATE TABLE IF NOT EXISTS checkpoints (projections TEXT PRIMARY KEY, position TEXT NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS failures (projection TEXT PRIMARY KEY, told TEXT NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS live (collection TEXT PRIMARY KEY, name TEXT NOT NULL, shape TEXT NOT NULL) STRICT;
    CREATE TABLE IF NOT EXISTS staged (
      collection TEXT PRIMARY KEY, name TEXT NOT NULL, shape TEXT NOT NULL, position TEXT NOT NULL) STRICT`)
  emptyJournalRegularly(db)
}

/** Reads only, because opening a file for writes changes its journal mode. */
function requireUnusedOrOurs(file: string) {
  using db = openReadOnly(file)
  if (db && !isEmpty(db)) requireReadModels(db, file)
}

const isEmpty = (db: DatabaseSync) => db.prepare('SELECT count(*) AS n FROM sqlite_schema').get()?.n === 0

/** In layout 1 each projection had its own position. */
const migrateToSharedPositions = (db: DatabaseSync) =>
  inTransaction(db, () =>
    db.exec('ALTER TABLE checkpoints RENAME COLUMN projection TO projections; PRAGMA user_version = 2'),
  )

export function requireReadModels(db: DatabaseSync, file: string) {
  if (pragma(db, 'application_id') !== APPLICATION_ID) throw new Error(`${file} is a database of another application`)
}

/** An erased person's data must disappear from the write-ahead log too (decisions C14: a deleted user). */
function emptyJournalRegularly(db: DatabaseSync) {
  const totalChanges = db.prepare('SELECT total_changes() AS n')
  let cleanedAt: unknown
  const timer = setInterval(() => {
    if (!db.isOpen) return clearInterval(timer)
    try {
      const changes = `${pragma(db, 'data_version')} ${totalChanges.get()?.n}`
      if (changes !== cleanedAt && emptyJournal(db)) cleanedAt = changes
    } catch (error) {
      logFact('error', 'The write-ahead log of the read models could not be emptied', defect(error))
    }
  }, CLEANING_INTERVAL_MS).unref()
}

/** Returns whether the write-ahead log is empty. Does not wait for a rebuild's thread. */
function emptyJournal(db: DatabaseSync): boolean {
  const waitsMs = Number(db.prepare('PRAGMA busy_timeout').get()?.timeout)
  db.exec('PRAGMA busy_timeout = 0')
  try {
    return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0
  } finally {
    db.exec(`PRAGMA busy_timeout = ${waitsMs}`)
  }
}
