import { DatabaseSync } from 'node:sqlite'
import { isSqliteError, makeForOwnerOnly } from './open-sqlite.ts'

/** Another process writes it; `message` is a line for the operator. */
export class InUse extends Error {}

/** Whether a shop has the log open; asking creates no log. */
export function isLocked(file: string): boolean {
  try {
    lockForWriting(file)()
    return false
  } catch (error) {
    if (error instanceof InUse) return true
    throw error
  }
}

/**
 * Locks a file, or what is named like one, for its one writer and returns how to release it. Throws InUse. A lock of the operating
 * system on a file beside it: it is released however the process ends, and backups can still read what is locked.
 */
export function lockForWriting(file: string): () => void {
  makeForOwnerOnly(`${file}.lock`)
  const lock = new DatabaseSync(`${file}.lock`)
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (isSqliteError(error, 'BUSY')) throw new InUse(`${file} is in use by another running shop`, { cause: error })
    throw error
  }
  return () => lock.close()
}
