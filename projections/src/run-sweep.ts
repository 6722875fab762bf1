import { setTimeout as sleep } from 'node:timers/promises'
import type { Document } from '@shop/language/read-models/collection'
import type { JobQueue } from '@shop/stores/job-queue/job-queue'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import { steadyClock } from '@shop/stores/steady-clock'
import type { Sweep } from './sweep.ts'

/** The most jobs that are queued at a time: the rest is found when these are done. */
export const JOBS_OF_A_SWEEP = 100
const EVERY_MS = 10 * 60 * 1000
/** The pause after a full batch, because more may be due. */
const PAUSE_MS = 1000

/** `now`: the current time, from which ages are computed. */
type Options = { onError: (error: unknown) => void; now?: () => number; everyMs?: number; pauseMs?: number }

/**
 * Queues what a sweep finds due, now and every ten minutes until `signal` aborts. It keeps no state: lost or failed work is found again.
 * Several processes may sweep at the same time, because they use the same job ids.
 */
export async function runSweep<D extends Document>(
  { over, due, jobOf }: Sweep<D>,
  readStore: Pick<ReadStore, 'find'>,
  queue: Pick<JobQueue, 'put'>,
  signal: AbortSignal,
  { onError, now = steadyClock(), everyMs = EVERY_MS, pauseMs = PAUSE_MS }: Options,
): Promise<void> {
  while (!signal.aborted) {
    const found = await sweep().catch(onError)
    await sleep(found === JOBS_OF_A_SWEEP ? pauseMs : everyMs, undefined, { signal }).catch(() => {})
  }

  async function sweep() {
    const { documents } = await readStore.find(over, { ...due(now()), limit: JOBS_OF_A_SWEEP })
    if (documents.length > 0) await queue.put(documents.map(jobOf))
    return documents.length
  }
}
