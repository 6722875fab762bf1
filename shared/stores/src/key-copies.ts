import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { defect, logFact } from './logger/logger.ts'
import { openSqlite } from './open-sqlite.ts'

/**
 * STORAGE FORMAT. Lists the copies that `npm run shop -- back-up` has made of a key file. An erasure must also destroy the key in these
 * copies.
 */
const COPIES = 'CREATE TABLE IF NOT EXISTS copies (file TEXT PRIMARY KEY) STRICT'
/** Destroys the erased people's keys in the copy. A key that only the live file has lost stays in the copy. */
const DESTROY = `
  INSERT INTO keys SELECT person, NULL FROM live.keys
  WHERE key IS NULL AND person NOT IN (SELECT person FROM live.lost)
  ON CONFLICT DO UPDATE SET key = NULL WHERE key IS NOT NULL`

/** `copy` must be an absolute path. */
export function noteCopy(keyFile: string, copy: string) {
  using db = openSqlite(keyFile, 'FULL')
  db.exec(COPIES)
  db.prepare('INSERT OR IGNORE INTO copies VALUES (?)').run(copy)
}

/**
 * Repeats the destruction of keys in the listed copies. If a copy cannot be found or changed, logs that, and the next erasure tries again: the
 * disk of a backup may be away.
 */
export async function destroyInCopies(db: DatabaseSync, person: string) {
  db.exec(COPIES)
  const files = db.prepare('SELECT file FROM copies').all()
  const missing: string[] = []
  for (const file of files.map((row) => String(row.file))) {
    if (!existsSync(file)) missing.push(file)
    else
      try {
        destroyIn(file, String(db.location()))
      } catch (error) {
        logFact('error', 'A backup still contains the key of an erased person', { file, person, ...defect(error) })
      }
    await nextTurn()
  }
  const facts = { person, count: missing.length, files: missing.slice(-MOST_NAMED) }
  if (missing.length > 0)
    logFact('warn', 'Backups of the keys were not found. The next erasure looks for them again', facts)
}

const MOST_NAMED = 5

/** Destroys the keys in `file` that are destroyed in `liveFile`. */
export function destroyIn(file: string, liveFile: string) {
  using copy = openSqlite(file, 'FULL')
  copy.exec('PRAGMA secure_delete = ON')
  copy.prepare('ATTACH ? AS live').run(liveFile)
  copy.exec(`${DESTROY}; DETACH live`)
  if (copy.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy !== 0)
    throw new Error('another process is reading this copy')
  // The copy stays as `VACUUM INTO` made it: one file without a journal.
  copy.exec('PRAGMA journal_mode = DELETE')
}
