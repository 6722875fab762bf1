import { DatabaseSync } from 'node:sqlite'
import { isSqliteError, makeForOwnerOnly } from '../../open-sqlite.ts'

/** Whether a shop has the log open; asking creates no log. */
export function isLocked(file: string): boolean {
  try {
    lockForWriting(file)()
    return false
  } catch (error) {
    if (error instanceof Error && isSqliteError(error.cause, 'BUSY')) return true
    throw error
  }
}

/**
 * Locks the log for its one writer and returns how to release it. A lock of the operating system on a file
 * beside the log: it is released however the process ends, and backups can still read the log.
 */
export function lockForWriting(file: string): () => void {
  makeForOwnerOnly(`${file}.lock`)
  const lock = new DatabaseSync(`${file}.lock`)
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (isSqliteError(error, 'BUSY')) throw new Error(`${file} is in use by another running shop`, { cause: error })
    throw error
  }
  return () => lock.close()
}
