import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

/** Older versions of SQLite can damage a database in WAL mode (sqlite.org/wal.html, the WAL-reset bug). */
const OLDEST = '3.51.3'

/** FULL: a commit is on the disk before it returns. NORMAL: a power cut may lose the newest commits, but never reorders them. */
export type Durability = 'FULL' | 'NORMAL'
const levels = { NORMAL: 1, FULL: 2 }

/** For new files. A commit of many small rows writes half as many pages as with the default of 4 KiB. */
const PAGE_BYTES = 8_192

/**
 * SQLite cuts a longer journal to this size when it begins the journal again, so that the journal cannot fill the disk (reliability R24,
 * R26). A journal of the usual length is not cut, because cutting it, and growing it again, makes commits and syncs wait.
 */
export const KEPT_JOURNAL_BYTES = 32 * 1_048_576

/** Creates the file and its folder, for their owner only, if they do not exist. */
export function openSqlite(file: string, durability: Durability): DatabaseSync {
  if (isOlder(process.versions.sqlite ?? '0', OLDEST))
    throw new Error(`SQLite ${process.versions.sqlite} is too old: ${OLDEST} or newer is needed`)
  if (file !== ':memory:') makeForOwnerOnly(file)
  const db = new DatabaseSync(file, { timeout: 5_000 })
  try {
    db.exec(`PRAGMA page_size = ${PAGE_BYTES}; PRAGMA journal_mode = WAL; PRAGMA synchronous = ${durability};
      PRAGMA journal_size_limit = ${KEPT_JOURNAL_BYTES}`)
    // Some file systems keep another mode without an error.
    const mode = pragma(db, 'journal_mode')
    if (mode !== (file === ':memory:' ? 'memory' : 'wal'))
      throw new Error(`${file} is in journal mode ${mode}, not wal`)
    const level = pragma(db, 'synchronous')
    if (level !== levels[durability]) throw new Error(`${file} is at synchronous ${level}, not ${durability}`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** SQLite creates the journal with the permissions of the database file. */
export function makeForOwnerOnly(file: string) {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
}

/** Creates no file except an index for an existing journal. Undefined if `file` does not exist. */
export function openReadOnly(file: string, { withJournal = existsSync(`${file}-wal`) } = {}): DatabaseSync | undefined {
  if (!existsSync(file)) return undefined
  // Without a journal, no process has the file open. A usual opening would create an empty journal.
  const url = pathToFileURL(file)
  if (!withJournal) url.search = 'immutable=1'
  return new DatabaseSync(url, { readOnly: true, timeout: 5_000 })
}

/** Moves a file's journal into the file. While another process reads the file, a part of the journal may stay. */
export function emptyJournal(file: string) {
  using db = new DatabaseSync(file, { timeout: 1_000 })
  db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
}

export const pragma = (db: DatabaseSync, name: string) => db.prepare(`PRAGMA ${name}`).get()?.[name]

export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    // Some errors, such as a full disk, have already ended the transaction.
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

/** SQLite's primary result codes (sqlite.org/rescode.html). */
export const resultCodes = {
  ERROR: 1,
  BUSY: 5,
  READONLY: 8,
  CORRUPT: 11,
  FULL: 13,
  CONSTRAINT: 19,
  NOT_A_DATABASE: 26,
} as const

export const isSqliteError = (error: unknown, ...codes: readonly (keyof typeof resultCodes)[]): error is Error =>
  error instanceof Error &&
  'errcode' in error &&
  codes.some((code) => (Number(error.errcode) & 0xff) === resultCodes[code])

export const isDamaged = (error: unknown): error is Error => isSqliteError(error, 'CORRUPT', 'NOT_A_DATABASE')

const isOlder = (version: string, than: string) => version.localeCompare(than, 'en', { numeric: true }) < 0
