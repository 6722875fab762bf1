import { EventEmitter, once } from 'node:events'
import type { QueuedCommand } from '@shop/language/commands'
import { START } from '@shop/language/events/event'
import { defect, logFact } from '@shop/logger/logger'
import { soleLease } from '../../lease.ts'
import { inTransaction, openSqlite } from '../../open-sqlite.ts'
import type { Job, JobOutcome, JobQueue } from '../job-queue.ts'

const AT_ONCE = 8
const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 5 * 60 * 1_000
/** The longest possible timer, after which the queue checks again; a longer one would fire at once. */
const LONGEST_SLEEP_MS = 2 ** 31 - 1

type Row = { id: string; command: string; failures: number }

/**
 * The queue in one file. A power cut may lose the last moment, jobs and checkpoints together: the same jobs are
 * then added again, as the port promises.
 */
export function openSqliteJobQueue(file: string, { now = Date.now }: { now?: () => number } = {}): JobQueue {
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
  const woken = new EventEmitter().setMaxListeners(0)
  const inHand = new Map<string, Promise<void>>()

  /** Jobs that are not running, earliest first: as many as can be started, or the one to wait for. */
  function waiting(count: number) {
    const rows = selectNext.all(inHand.size + count) as (Row & { due: number })[]
    return rows.filter(({ id }) => !inHand.has(id)).slice(0, count)
  }

  function put(jobs: readonly Job[], meanwhile = () => {}) {
    inTransaction(db, () => {
      for (const { id, command, delayMs = 0 } of jobs)
        insert.run(id, JSON.stringify(command), Math.ceil(now() + delayMs))
      meanwhile()
    })
    if (jobs.length > 0) woken.emit('woken')
  }

  return {
    add: async (process, upTo, jobs) => put(jobs, () => setCheckpoint.run(process, upTo)),
    put: async (jobs) => put(jobs),

    lease: async () => soleLease,

    async checkpoint(process) {
      return String(selectCheckpoint.get(process)?.position ?? START)
    },

    async work(handle, signal) {
      const failed = new AbortController()
      const stop = AbortSignal.any([signal, failed.signal])
      while (!stop.aborted) {
        const free = AT_ONCE - inHand.size
        const time = now()
        const due = waiting(free).filter((job) => job.due <= time)
        for (const job of due) take(job, handle, failed)
        const next = inHand.size < AT_ONCE ? waiting(1)[0] : undefined
        await sleep(next ? next.due - now() : LONGEST_SLEEP_MS, stop)
      }
      await Promise.all(inHand.values())
      failed.signal.throwIfAborted()
    },

    async close() {
      if (db.isOpen) db.close()
    },
  }

  function take(row: Row, handle: Parameters<JobQueue['work']>[0], failed: AbortController) {
    const done = tried(row, handle)
      .then((outcome) => settle(row, outcome))
      .catch((error) => failed.abort(error))
      .finally(() => {
        inHand.delete(row.id)
        woken.emit('woken')
      })
    inHand.set(row.id, done)
  }

  function settle({ id, failures }: Row, outcome: JobOutcome | 'failed') {
    if (outcome === undefined) remove.run(id)
    else if (outcome === 'failed')
      postpone.run(now() + Math.min(FIRST_RETRY_MS * 2 ** failures, LONGEST_RETRY_MS), failures + 1, id)
    else postpone.run(Math.ceil(now() + outcome.againInMs), 0, id)
  }

  async function sleep(ms: number, signal: AbortSignal) {
    if (ms <= 0 || signal.aborted) return
    const timer = setTimeout(() => woken.emit('woken'), Math.min(ms, LONGEST_SLEEP_MS))
    await once(woken, 'woken', { signal }).catch(() => {})
    clearTimeout(timer)
  }
}

/** Runs a job; a failure is logged and the job retried later. */
async function tried(
  { id, command, failures }: Row,
  handle: (job: { id: string; command: QueuedCommand }) => Promise<JobOutcome>,
): Promise<JobOutcome | 'failed'> {
  const job = { id, command: JSON.parse(command) as QueuedCommand }
  try {
    return await handle(job)
  } catch (error) {
    logFact('warn', 'A job failed and is tried again', {
      job: id,
      type: job.command.type,
      failures: failures + 1,
      ...defect(error),
    })
    return 'failed'
  }
}
