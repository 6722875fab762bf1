import { setTimeout as sleep } from 'node:timers/promises'
import type { JobQueue } from '@shop/stores/job-queue/job-queue'
import { defect, logFact } from '@shop/stores/logger/logger'
import type { createCommandService } from './create-command-service.ts'
import { sweepPending } from './upload/pending-pictures.ts'

const SWEEP_EVERY_MS = 5 * 60 * 1000
const PAUSE_MS = 1000

type Handler = ReturnType<typeof createCommandService>['handleQueued']

/** `forgetting`: the clock that decides which pictures are old. */
export function startBackgroundWork(
  handleQueued: Handler,
  jobs: Pick<JobQueue, 'work'>,
  uploadsFolder: string,
  forgetting: () => number,
) {
  const working = new AbortController()
  const work = workOn(jobs, handleQueued, working.signal)
  const sweep = setInterval(
    () => sweepPending(uploadsFolder, new Date(forgetting())).catch(logNotDeleted),
    SWEEP_EVERY_MS,
  )

  return async () => {
    clearInterval(sweep)
    working.abort()
    await work
  }
}

/** Restarts the work when the queue fails (a full disk, a lost server). */
async function workOn(jobs: Pick<JobQueue, 'work'>, handleQueued: Handler, signal: AbortSignal) {
  while (!signal.aborted) {
    try {
      await jobs.work(handleQueued, signal)
    } catch (error) {
      logFact('error', 'The job queue failed; starting again', defect(error))
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => {})
    }
  }
}

const logNotDeleted = (error: unknown) => logFact('error', 'Unused pictures could not be deleted', defect(error))
