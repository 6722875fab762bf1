import { EventEmitter, once } from 'node:events'
import type { QueuedCommand } from '@shop/language/commands'
import { defect, logFact } from '@shop/logger/logger'
import { joinedAbort } from '../../joined-abort.ts'
import { soleLease } from '../../lease.ts'
import { steadyClock } from '../../steady-clock.ts'
import type { JobOutcome, JobQueue } from '../job-queue.ts'
import { AT_ONCE } from '../retries.ts'
import { openJobTable, type Row } from './job-table.ts'

/** How often the queue looks for jobs that a command of the operator's has put there from another process. */
const LOOK_EVERY_MS = 1_000

/**
 * The queue in one file. A power cut may lose the last moment, jobs and checkpoints together: the same jobs are
 * then added again, as the port promises.
 */
export function openSqliteJobQueue(
  file: string,
  { now = steadyClock(), lookEveryMs = LOOK_EVERY_MS }: { now?: () => number; lookEveryMs?: number } = {},
): JobQueue {
  const table = openJobTable(file, now)
  const woken = new EventEmitter().setMaxListeners(0)
  const inHand = new Map<string, Promise<void>>()

  /** Jobs that are not running, earliest first: as many as can be started, or the one to wait for. */
  function waiting(count: number) {
    return table
      .next(inHand.size + count)
      .filter(({ id }) => !inHand.has(id))
      .slice(0, count)
  }

  function put(...put: Parameters<typeof table.put>) {
    table.put(...put)
    if (put[0].length > 0) woken.emit('woken')
  }

  return {
    add: async (process, upTo, jobs) => put(jobs, { process, upTo }),
    put: async (jobs) => put(jobs),

    lease: async () => soleLease,

    checkpoint: async (process) => table.checkpoint(process),

    async work(handle, signal) {
      const failed = new AbortController()
      using stopping = joinedAbort(signal, failed.signal)
      const stop = stopping.signal
      while (!stop.aborted) {
        const free = AT_ONCE - inHand.size
        const time = now()
        const due = waiting(free).filter((job) => job.due <= time)
        for (const job of due) take(job, handle, failed)
        const next = inHand.size < AT_ONCE ? waiting(1)[0] : undefined
        await sleep(next ? next.due - now() : lookEveryMs, stop)
      }
      await Promise.all(inHand.values())
      failed.signal.throwIfAborted()
    },

    close: async () => table.close(),
  }

  function take(row: Row, handle: Parameters<JobQueue['work']>[0], failed: AbortController) {
    const done = tried(row, handle)
      .then((outcome) => table.settle(row, outcome))
      .catch((error) => failed.abort(error))
      .finally(() => {
        inHand.delete(row.id)
        woken.emit('woken')
      })
    inHand.set(row.id, done)
  }

  async function sleep(ms: number, signal: AbortSignal) {
    if (ms <= 0 || signal.aborted) return
    const timer = setTimeout(() => woken.emit('woken'), Math.min(ms, lookEveryMs))
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
