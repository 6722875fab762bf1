import type { Collection, Document } from '@shop/language/collection'
import type { Job } from '@shop/stores/job-queue/job-queue'
import type { Query } from '@shop/stores/read-store/read-store'

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
