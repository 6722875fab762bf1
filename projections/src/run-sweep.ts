import { setTimeout as sleep } from 'node:timers/promises'
import type { Document } from '@shop/language/collection'
import { steadyClock } from '@shop/stores/followed-clock'
import type { JobQueue } from '@shop/stores/job-queue/job-queue'
import type { ReadStore } from '@shop/stores/read-store/read-store'
import type { Sweep } from './sweep.ts'

export const JOBS_OF_A_SWEEP = 100
const EVERY_MS = 10 * 60 * 1000
/** The pause after a full query: more work can be due. */
const PAUSE_MS = 1000

type Options = { onError: (error: unknown) => void; now?: () => number; everyMs?: number; pauseMs?: number }

/**
 * Queues a job for each due document, immediately and then every ten minutes, until `signal` aborts. The sweep keeps no state, so it finds
 * lost or failed work again. Several processes can run the sweep, because the same document always gives the same job id.
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
