import type { QueuedCommand } from '@shop/language/commands'
import { START } from '@shop/language/events/event'
import { inTransaction, openSqlite } from '../../open-sqlite.ts'
import type { Job, JobOutcome } from '../job-queue.ts'
import { pauseAfterMs } from '../retries.ts'

/** Due for every clock: who puts a job may have another one than the shop. */
const ALWAYS_DUE = 0

export type Row = Readonly<{ id: string; command: string; failures: number; due: number }>

/** The jobs and the checkpoints of one file. A power cut may lose the last moment of it, both of them together. */
export function openJobTable(file: string, now: () => number) {
  const db = openSqlite(file, 'NORMAL')
  db.exec(`
    CREATE TABLE IF NOT EXISTS jobs (
      n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, command TEXT NOT NULL, due INTEGER NOT NULL,
      failures INTEGER NOT NULL DEFAULT 0) STRICT;
    CREATE INDEX IF NOT EXISTS jobs_by_due ON jobs (due, n);
    CREATE TABLE IF NOT EXISTS checkpoints (process TEXT PRIMARY KEY, position TEXT NOT NULL) STRICT;`)
  const insert = db.prepare('INSERT INTO jobs (id, command, due) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING')
  const selectCheckpoint = db.prepare('SELECT position FROM checkpoints WHERE process = ?')
  const setCheckpoint = db.prepare('INSERT OR REPLACE INTO checkpoints VALUES (?, ?)')
  const selectNext = db.prepare('SELECT id, command, failures, due FROM jobs ORDER BY due, n LIMIT ?')
  const remove = db.prepare('DELETE FROM jobs WHERE id = ?')
  const postpone = db.prepare('UPDATE jobs SET due = ?, failures = ? WHERE id = ?')

  return {
    checkpoint: (process: string) => String(selectCheckpoint.get(process)?.position ?? START),

    /** Jobs, and with them a process's checkpoint, in one transaction. A job whose id is waiting already changes nothing. */
    put(jobs: readonly Job[], checkpoint?: Readonly<{ process: string; upTo: string }>) {
      inTransaction(db, () => {
        for (const { id, command, delayMs = 0 } of jobs)
          insert.run(
            id,
            JSON.stringify(command satisfies QueuedCommand),
            delayMs > 0 ? Math.ceil(now() + delayMs) : ALWAYS_DUE,
          )
        if (checkpoint) setCheckpoint.run(checkpoint.process, checkpoint.upTo)
      })
    },

    /** The earliest jobs, so many of them. */
    next: (count: number) => selectNext.all(count) as Row[],

    /** A job is done, comes again later, or has failed and is tried again: after 1 s, doubling up to 5 min. */
    settle({ id, failures }: Row, outcome: JobOutcome | 'failed') {
      if (outcome === undefined) remove.run(id)
      else if (outcome === 'failed') postpone.run(now() + pauseAfterMs(failures + 1), failures + 1, id)
      else postpone.run(Math.ceil(now() + outcome.againInMs), 0, id)
    },

    close() {
      if (db.isOpen) db.close()
    },
  }
}
