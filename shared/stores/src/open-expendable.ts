import { rmSync } from 'node:fs'
import { basename } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { logFact } from './logger/logger.ts'
import { moveJournalInThread } from './move-journal.ts'
import { isDamaged, openSqlite, pragma } from './open-sqlite.ts'

export class Unusable extends Error {}

type Open = (file: string) => DatabaseSync

/**
 * Opens a database that can be rebuilt from the log. If the database is damaged, or if `open` throws Unusable, an empty database replaces
 * it. The old file is removed, because it could keep data of erased people (decisions C14: a deleted user).
 */
export function openExpendable(file: string, open: Open): DatabaseSync {
  try {
    return open(file)
  } catch (error) {
    if (!isDamaged(error) && !(error instanceof Unusable)) throw error
    return replaceWithEmpty(file, open, error as Error)
  }
}

/** Close the unusable database before this call. */
export function replaceWithEmpty(file: string, open: Open, { message: why }: Error): DatabaseSync {
  const message = 'A file could not be used. It is made again from the log, so nothing is lost'
  logFact('warn', message, { file: basename(file), why })
  for (const part of ['', '-wal', '-shm']) rmSync(`${file}${part}`, { force: true })
  return open(file)
}

/** Opens a database and makes its tables. `requireLayout` throws Unusable if the database has other tables. Throws if a page is damaged. */
export function openSound(file: string, makeTables: (db: DatabaseSync) => void, requireLayout?: typeof makeTables) {
  const db = openSqlite(file, 'NORMAL')
  try {
    requireLayout?.(db)
    requireSound(db)
    makeTables(db)
    moveJournalInThread(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

/** Throws Unusable if a page of the database is damaged. */
export function requireSound(db: DatabaseSync) {
  if (pragma(db, 'quick_check') !== 'ok') throw new Unusable('it is damaged')
}
