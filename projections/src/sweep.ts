import type { Collection, Document } from '@shop/language/collection'
import type { Job } from '@shop/stores/job-queue/job-queue'
import type { Query } from '@shop/stores/read-store/read-store'

/**
 * Work that is due long after a document's last change. A query finds the due documents, so no job has to wait in the queue. The functions
 * are pure. The command must be idempotent. When it has run, the query must no longer find the document.
 */
export type Sweep<D extends Document> = Readonly<{
  over: Collection<D>
  /** The query for the documents that are due at `nowMs`, oldest first. */
  due: (nowMs: number) => Pick<Query<D>, 'anyOf' | 'between' | 'sortBy'>
  /** As long as the document is unchanged, the job's id must be the same. */
  jobOf: (document: D) => Job
}>
