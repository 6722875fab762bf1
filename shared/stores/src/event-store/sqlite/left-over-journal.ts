import { existsSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { openReadOnly } from '../../open-sqlite.ts'
import { LogChanged } from '../chain.ts'
import { endOf } from './append.ts'
import { verifyForReader } from './check-log.ts'

/**
 * Call this if a log file with its journal is not sound. If the file alone is sound, the journal is from another log, and the returned
 * error reports that.
 */
export function leftOverJournal(file: string): LogChanged | undefined {
  const journal = `${file}-wal`
  if (!existsSync(journal) || statSync(journal).size === 0) return undefined
  using alone = openReadOnly(file, { withJournal: false })!
  try {
    if (!alone.prepare('SELECT id FROM log').get()) return undefined
    verifyForReader(alone)
    const { position } = endOf(alone)
    const name = basename(file)
    return new LogChanged(
      name,
      `does not belong to the ${name}-wal beside it, which is from another log. Without that file it is sound up to position ${position}`,
      `move ${name}-wal and ${name}-shm out of the folder, and keep them`,
    )
  } catch {
    return undefined
  }
}
