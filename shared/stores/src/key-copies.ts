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
 * Repeats the destruction of keys in the listed copies. Removes a copy from the list if its file no longer exists. If a copy cannot be
 * changed, logs the error, and the next erasure tries again.
 */
export async function destroyInCopies(db: DatabaseSync, person: string) {
  db.exec(COPIES)
  const remove = db.prepare('DELETE FROM copies WHERE file = ?')
  for (const row of db.prepare('SELECT file FROM copies').all()) {
    const file = String(row.file)
    if (!existsSync(file)) remove.run(file)
    else
      try {
        destroyIn(file, String(db.location()))
      } catch (error) {
        logFact('error', 'A backup still contains the key of an erased person', { file, person, ...defect(error) })
      }
    await nextTurn()
  }
}

function destroyIn(file: string, liveFile: string) {
  using copy = openSqlite(file, 'FULL')
  copy.exec('PRAGMA secure_delete = ON')
  copy.prepare('ATTACH ? AS live').run(liveFile)
  copy.exec(`${DESTROY}; DETACH live`)
  if (copy.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy !== 0)
    throw new Error('another process is reading this copy')
  // The copy stays as `VACUUM INTO` made it: one file without a journal.
  copy.exec('PRAGMA journal_mode = DELETE')
}
