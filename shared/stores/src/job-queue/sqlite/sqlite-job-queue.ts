import { EventEmitter, once } from 'node:events'
import { steadyClock } from '../../followed-clock.ts'
import { joinedAbort } from '../../joined-abort.ts'
import type { Lease } from '../../lease.ts'
import { defect, logFact } from '../../logger/logger.ts'
import type { JobOutcome, JobQueue } from '../job-queue.ts'
import { AT_ONCE } from '../retries.ts'
import { openJobTable, type Row } from './job-table.ts'

/** Another process, such as an operator's command, may have added jobs. */
const LOOK_EVERY_MS = 1_000

/**
 * A power cut can lose the newest changes, and damage to the file can lose everything. Jobs, checkpoints and leases are always lost
 * together, so the process managers add the same jobs again.
 */
export function openSqliteJobQueue(
  file: string,
  { now = steadyClock(), lookEveryMs = LOOK_EVERY_MS }: { now?: () => number; lookEveryMs?: number } = {},
): JobQueue {
  let lost = new AbortController()
  const table = openJobTable(file, now, () => {
    lost.abort()
    lost = new AbortController()
  })
  const woken = new EventEmitter().setMaxListeners(0)
  const running = new Map<string, Promise<void>>()

  function put(...call: Parameters<typeof table.put>) {
    table.put(...call)
    if (call[0].length > 0) woken.emit('woken')
  }

  return {
    add: async (process, upTo, jobs) => put(jobs, { process, upTo }),
    put: async (jobs) => put(jobs),

    // Only one process runs process managers on this file, so no other process can have the lease.
    lease: async (): Promise<Lease> => ({ lost: lost.signal, release: async () => {} }),

    checkpoint: async (process) => table.checkpoint(process),

    async work(handle, signal) {
      const failed = new AbortController()
      using stopping = joinedAbort(signal, failed.signal)
      const stop = stopping.signal
      table.shortenWaits()
      while (!stop.aborted) {
        const free = AT_ONCE - running.size
        const time = now()
        const jobs = table.next(free + 1, time, running)
        const due = jobs.slice(0, free).filter((job) => job.due <= time)
        for (const job of due) running.set(job.id, run(job, handle, failed))
        const next = due.length < free ? jobs[due.length] : undefined
        await sleep(next ? next.due - now() : lookEveryMs, stop)
      }
      await Promise.all(running.values())
      failed.signal.throwIfAborted()
    },

    close: async () => table.close(),
  }

  async function run(row: Row, handle: Parameters<JobQueue['work']>[0], failed: AbortController) {
    try {
      table.settle(row, await outcomeOf(row, handle))
    } catch (error) {
      failed.abort(error)
    }
    running.delete(row.id)
    woken.emit('woken')
  }

  async function sleep(ms: number, signal: AbortSignal) {
    if (ms <= 0 || signal.aborted) return
    const timer = setTimeout(() => woken.emit('woken'), Math.min(ms, lookEveryMs))
    await once(woken, 'woken', { signal }).catch(() => {})
    clearTimeout(timer)
  }
}

async function outcomeOf(
  { id, command, failures }: Row,
  handle: Parameters<JobQueue['work']>[0],
): Promise<JobOutcome | 'failed'> {
  try {
    return await handle({ id, command })
  } catch (error) {
    const job = { job: id, type: command.type, failures: failures + 1 }
    logFact('warn', 'A job failed and is tried again', { ...job, ...defect(error) })
    return 'failed'
  }
}
