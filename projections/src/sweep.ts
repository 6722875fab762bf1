import type { Collection, Document } from '@shop/language/read-models/collection'
import type { Job } from '@shop/stores/job-queue/job-queue'
import type { Query } from '@shop/stores/read-store/read-store'

/**
 * Queries the documents for work that is due long after the last event, so that no job has to wait in the queue for each of them. Pure.
 * The command must be idempotent, and afterwards the query must no longer find the document.
 */
export type Sweep<D extends Document> = Readonly<{
  over: Collection<D>
  /** The query for what is due at a time, oldest first. */
  due: (nowMs: number) => Pick<Query<D>, 'anyOf' | 'between' | 'sortBy'>
  /** An unchanged document always gives the same job id. */
  jobOf: (document: D) => Job
}>
