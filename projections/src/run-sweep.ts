import { setTimeout as sleep } from 'node:timers/promises'
import type { Collection, Document } from '@shop/language/collection'
import { steadyClock } from '@shop/stores/followed-clock'
import type { Job, JobQueue } from '@shop/stores/job-queue/job-queue'
import type { Query, ReadStore } from '@shop/stores/read-store/read-store'

/**
 * Work that is due long after a document's last change, so no job has to wait in the queue. The functions are pure. The job's command must
 * be idempotent. After the command, `due` must no longer find the document.
 */
export type Sweep<D extends Document> = Readonly<{
  over: Collection<D>
  /** Oldest first. */
  due: (nowMs: number) => Pick<Query<D>, 'anyOf' | 'between' | 'sortBy'>
  /** As long as the document is unchanged, the job's id must be the same. */
  jobOf: (document: D) => Job
}>

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
