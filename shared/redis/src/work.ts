import { setTimeout as sleep } from 'node:timers/promises'
import type { QueuedCommand } from '@shop/language/commands'
import type { Job, JobQueue } from '@shop/stores/job-queue/job-queue'
import { AT_ONCE, pauseAfterMs } from '@shop/stores/job-queue/retries'
import { defect, logFact } from '@shop/stores/logger/logger'
import { createSampledFacts } from '@shop/stores/logger/sampled-facts'
import { type Job as BullJob, DelayedError, type JobsOptions, Worker } from 'bullmq'
import { connectForWork, PREFIX } from './connection.ts'

/** When all its handlers are done, a stopping worker waits at most this long for Redis. */
const STOP_MS = 1_000
/** After Redis could not be reached or has refused a call, the worker waits this long. */
const PAUSE_MS = 1_000
const WITHOUT_END = Number.MAX_SAFE_INTEGER

export const QUEUE = 'jobs'

/**
 * STORAGE FORMAT. `againInMs`: what the handler last returned. `forgiven`: the number of failures before that. These failures no longer
 * count.
 */
export type Stored = { id: string; command: QueuedCommand; forgiven?: number; againInMs?: number }

/**
 * BullMQ uses the wall clock, and `promoteLate` uses `now`. A job's delay starts at the later of the two times, so that no job starts too
 * early.
 */
const fromMs = (now: () => number) => Math.max(now(), Date.now())

/** The id of a job in BullMQ must not be a number or contain a colon. */
export const storedJob = ({ id, command, delayMs = 0 }: Job, now: () => number) => ({
  name: command.type,
  data: { id, command } satisfies Stored,
  opts: {
    jobId: `job-${encodeURIComponent(id)}`,
    delay: Math.ceil(delayMs),
    timestamp: fromMs(now),
    attempts: WITHOUT_END,
    backoff: { type: 'custom' },
    // If a finished job stayed, BullMQ would ignore the same job when it is added again.
    removeOnComplete: true,
    removeOnFail: true,
    stackTraceLimit: 1,
  } satisfies JobsOptions,
})

/** Handles jobs until `signal` aborts and the running jobs are done. If a worker dies, the worker's jobs stay locked for `lockMs`. */
export async function workOnJobs(
  url: string,
  handle: Parameters<JobQueue['work']>[0],
  signal: AbortSignal,
  { lockMs, now }: Readonly<{ lockMs: number; now: () => number }>,
) {
  if (signal.aborted) return
  const connection = connectForWork(url)
  const running = new Set<Promise<void>>()

  async function take(job: BullJob<Stored>, token = '') {
    const { id, command } = job.data
    const outcome = await handle({ id, command })
    if (outcome === undefined) return
    const { againInMs } = outcome
    await job.updateData({ ...job.data, forgiven: job.attemptsMade, againInMs })
    await job.moveToDelayed(fromMs(now) + againInMs, token)
    throw new DelayedError()
  }

  /** Without this pause, BullMQ asks a Redis that refuses writes again at once. */
  class PatientWorker extends Worker<Stored> {
    protected override moveToActive(token: string, name?: string) {
      return super.moveToActive(token, name).catch(async (error) => {
        await sleep(PAUSE_MS, undefined, { signal }).catch(() => {})
        throw error
      })
    }
  }

  const worker = new PatientWorker(
    QUEUE,
    (job, token) => {
      const taken = take(job, token)
      const done = taken.then(
        () => {},
        (error) => logFailure(job, error),
      )
      running.add(done)
      void done.finally(() => running.delete(done))
      return taken
    },
    {
      connection,
      prefix: PREFIX,
      concurrency: AT_ONCE,
      lockDuration: lockMs,
      stalledInterval: lockMs,
      maxStalledCount: WITHOUT_END,
      runRetryDelay: PAUSE_MS,
      settings: {
        backoffStrategy: (attempts, _type, _error, job) => pauseAfterMs(attempts - (job?.data.forgiven ?? 0)),
      },
    },
  )
  const logWorker = createSampledFacts('warn')
  // The connection itself logs that Redis is unreachable.
  worker.on(
    'error',
    (error) =>
      connection.status === 'ready' && logWorker('', 'The worker of the job queue has failed', {}, defect(error)),
  )

  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  const closed = worker.close()
  await Promise.all(running)
  await Promise.race([closed, sleep(STOP_MS, undefined, { ref: false })])
  connection.disconnect()
}

function logFailure({ data: { id, command, forgiven = 0 }, attemptsMade }: BullJob<Stored>, error: unknown) {
  if (error instanceof DelayedError) return
  const failures = attemptsMade + 1 - forgiven
  logFact('warn', 'A job failed and is tried again', { job: id, type: command.type, failures, ...defect(error) })
}
