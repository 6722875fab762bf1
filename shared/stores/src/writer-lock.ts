import { DatabaseSync } from 'node:sqlite'
import { isSqliteError, makeForOwnerOnly } from './open-sqlite.ts'

/** `message` is a line for the operator. */
export class InUse extends Error {}

/** Whether a process has locked `file` with `lockForWriting`. */
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
 * Locks a file, which need not exist, for a single writer. The returned function releases the lock. Throws InUse. The lock is on a separate
 * file, so that backups can still read the locked file. The operating system releases the lock of a crashed process.
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
