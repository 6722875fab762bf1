import type { Collection, Document } from '@shop/language/read-models/collection'
import type { Job } from '@shop/stores/job-queue/job-queue'
import type { Query } from '@shop/stores/read-store/read-store'

/**
 * Finds work that is due long after the last event of a document, by a query. So the queue need not keep a waiting job for each document.
 * Pure.
 * The command must be idempotent, and once it is done, the query must no longer find the document.
 */
export type Sweep<D extends Document> = Readonly<{
  over: Collection<D>
  /** The query that finds the documents that are due at a time, oldest first. */
  due: (nowMs: number) => Pick<Query<D>, 'anyOf' | 'between' | 'sortBy'>
  /** An unchanged document always gives the same job id. */
  jobOf: (document: D) => Job
}>
