import type { Collection, Document } from '@shop/language/collection'
import type { Job } from '@shop/stores/job-queue/job-queue'
import type { Query } from '@shop/stores/read-store/read-store'

/**
 * Describes work that is due long after a document's last change. A query finds the due documents, so the queue need not keep a waiting job
 * for each document. The functions are pure. The command must be idempotent. When it is done, the query must no longer find the document.
 */
export type Sweep<D extends Document> = Readonly<{
  over: Collection<D>
  /** The query for the documents that are due at a time, oldest first. */
  due: (nowMs: number) => Pick<Query<D>, 'anyOf' | 'between' | 'sortBy'>
  /** The job for a due document. As long as the document is unchanged, the job's id must be the same. */
  jobOf: (document: D) => Job
}>
