import type { JobQueue } from '@shop/shared/job-queue/job-queue'
import type { createCommandService } from './create-command-service.ts'
import { sweepPending } from './upload/pending-pictures.ts'

const SWEEP_EVERY_MS = 5 * 60 * 1000

type Handler = ReturnType<typeof createCommandService>['handleQueued']

/** What the room does when nobody asks: queued commands, and away with pictures nobody refers to. Answers how to stop. */
export function startBackgroundWork(handleQueued: Handler, jobs: JobQueue, uploadsFolder: string) {
  const working = new AbortController()
  const work = jobs.work(handleQueued, working.signal)
  const sweep = setInterval(() => sweepPending(uploadsFolder, new Date()), SWEEP_EVERY_MS)

  return async () => {
    clearInterval(sweep)
    working.abort()
    await work
  }
}
