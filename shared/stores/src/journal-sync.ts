import fs, { closeSync, existsSync, openSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { moveJournalInThread } from './move-journal.ts'

export type JournalSync = Readonly<{
  /** Resolves when all transactions that were committed before the call are on the disk. Rejects if the journal cannot be synced. */
  synced(): Promise<void>
  close(): void
}>

/**
 * Makes the commits of an open database durable, without blocking the event loop. The database must be in WAL mode at
 * `synchronous=NORMAL`: SQLite then syncs the journal only before it moves the journal's pages into the database file
 * (sqlite.org/pragma.html#pragma_synchronous). Another thread moves these pages.
 */
export function openJournalSync(db: DatabaseSync): JournalSync {
  const file = db.location()
  if (!file) return { synced: async () => {}, close: () => {} }
  moveJournalInThread(db)
  const journal = openSync(`${file}-wal`, 'r+')
  // A process that crashed may have left unsynced commits in the journal.
  fs.fdatasyncSync(journal)
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined

  function start() {
    next = undefined
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    running = promise
    fs.fdatasync(journal, (error) => {
      running = undefined
      if (error) reject(error)
      else resolve()
    })
    return promise
  }

  return {
    synced() {
      if (!running) return start()
      next ??= running.then(start, start)
      return next
    },
    close: () => closeSync(journal),
  }
}

/** Syncs the journal of a database that another process writes, so that all commits read before the call are on the disk. */
export function syncJournal(file: string) {
  const journal = `${file}-wal`
  if (!existsSync(journal)) return
  const opened = openSync(journal, 'r+')
  try {
    fs.fdatasyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
