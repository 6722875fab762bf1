import type { DatabaseSync } from 'node:sqlite'
import type { QueuedCommand } from '@shop/language/commands'
import { START } from '@shop/language/events/event'
import { openExpendable, openSound, replaceWithEmpty, Unusable } from '../../open-expendable.ts'
import { inTransaction, isDamaged } from '../../open-sqlite.ts'
import type { Job, JobOutcome } from '../job-queue.ts'
import { pauseAfterMs } from '../retries.ts'

/** For a job without a delay: in the past, even if the clock of the process that adds the job is ahead. */
const ALWAYS_DUE = 0

export type Row = Readonly<{ id: string; command: QueuedCommand; failures: number; due: number }>

/**
 * Jobs and checkpoints are in one file, so that a power cut loses both together. An empty file replaces a damaged file. Calls `onLost` if
 * the damage is found after the start.
 */
export function openJobTable(file: string, now: () => number, onLost: () => void) {
  const { using, close } = openReplaceable(file, onLost)
  /** The checkpoints that the process managers know. If the file has another checkpoint, jobs were lost. */
  const known = new Map<string, string>()

  return {
    checkpoint(process: string) {
      const position = using((open) => checkpointIn(open, process))
      known.set(process, position)
      return position
    },

    /** Adds jobs and moves the checkpoint in one transaction. A job whose id is already waiting changes nothing. */
    put(jobs: readonly Job[], checkpoint?: Readonly<{ process: string; upTo: string }>) {
      using((open) =>
        inTransaction(open.db, () => {
          if (checkpoint) requireKnown(open, checkpoint.process)
          for (const { id, command, delayMs = 0 } of jobs) {
            const due = delayMs > 0 ? Math.ceil(now() + delayMs) : ALWAYS_DUE
            open.insert.run(id, JSON.stringify(command), due, Math.ceil(delayMs))
          }
          if (checkpoint) open.setCheckpoint.run(checkpoint.process, checkpoint.upTo)
        }),
      )
      if (checkpoint) known.set(checkpoint.process, checkpoint.upTo)
    },

    /** At most `count` jobs that are not running, in the order of their time. A job that is due after `time` is the last one. */
    next: (count: number, time: number, running: ReadonlyMap<string, unknown>) =>
      using(({ selectNext }) => {
        const jobs: Row[] = []
        for (const row of selectNext.iterate()) {
          if (running.has(String(row.id))) continue
          const job = rowOf(row)
          jobs.push(job)
          if (jobs.length === count || job.due > time) break
        }
        return jobs
      }),

    settle({ id, failures }: Row, outcome: JobOutcome | 'failed') {
      using(({ remove, postpone }) => {
        if (outcome === undefined) remove.run(id)
        else if (outcome === 'failed') wait(pauseAfterMs(failures + 1), failures + 1)
        else wait(Math.ceil(outcome.againInMs), 0)

        function wait(ms: number, failed: number) {
          postpone.run(now() + ms, ms, failed, id)
        }
      })
    },

    /** If the clock was ahead when a job was delayed, the job now waits for its delay again, instead of until that clock's time. */
    shortenWaits: () => using(({ shorten }) => shorten.run({ now: now() })),

    close,
  }

  function requireKnown(open: Statements, process: string) {
    const position = known.get(process)
    if (position !== undefined && position !== checkpointIn(open, process))
      throw new Error(`The jobs of ${process} were lost. They are added again from its checkpoint`)
  }
}

/** SQLite notices damage only when it reads a damaged page. The file is then replaced, and `work` runs again. */
function openReplaceable(file: string, onLost: () => void) {
  let open = statementsOf(openExpendable(file, openJobs))

  return {
    using<T>(work: (statements: Statements) => T): T {
      try {
        return work(open)
      } catch (error) {
        if (file === ':memory:' || (!isDamaged(error) && !(error instanceof Unusable))) throw error
        open.db.close()
        open = statementsOf(replaceWithEmpty(file, openJobs, error as Error))
        onLost()
        return work(open)
      }
    },

    close() {
      if (open.db.isOpen) open.db.close()
    },
  }
}

const checkpointIn = ({ selectCheckpoint }: Statements, process: string) =>
  String(selectCheckpoint.get(process)?.position ?? START)

function rowOf({ id, command, failures, due }: Record<string, unknown>): Row {
  try {
    return { id: String(id), command: JSON.parse(String(command)), failures: Number(failures), due: Number(due) }
  } catch (cause) {
    throw new Unusable('a job in it cannot be read', { cause })
  }
}

const openJobs = (file: string) =>
  openSound(file, (db) => {
    db.exec(`
      CREATE TABLE IF NOT EXISTS jobs (
        n INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, command TEXT NOT NULL, due INTEGER NOT NULL,
        failures INTEGER NOT NULL DEFAULT 0, delay INTEGER) STRICT;
      CREATE INDEX IF NOT EXISTS jobs_by_due ON jobs (due, n);
      CREATE TABLE IF NOT EXISTS checkpoints (process TEXT PRIMARY KEY, position TEXT NOT NULL) STRICT;`)
    addDelay(db)
  })

/** The files of earlier releases lack this column. */
function addDelay(db: DatabaseSync) {
  if (!db.prepare("SELECT 1 FROM pragma_table_info('jobs') WHERE name = 'delay'").get())
    db.exec('ALTER TABLE jobs ADD COLUMN delay INTEGER')
}

type Statements = ReturnType<typeof statementsOf>
const statementsOf = (db: DatabaseSync) => ({
  db,
  insert: db.prepare('INSERT INTO jobs (id, command, due, delay) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING'),
  selectCheckpoint: db.prepare('SELECT position FROM checkpoints WHERE process = ?'),
  setCheckpoint: db.prepare('INSERT OR REPLACE INTO checkpoints VALUES (?, ?)'),
  selectNext: db.prepare('SELECT id, command, failures, due FROM jobs ORDER BY due, n'),
  remove: db.prepare('DELETE FROM jobs WHERE id = ?'),
  postpone: db.prepare('UPDATE jobs SET due = ?, delay = ?, failures = ? WHERE id = ?'),
  shorten: db.prepare('UPDATE jobs SET due = :now + delay WHERE due > :now + delay'),
})
