import type { Collection, Document } from '@shop/language/read-models/collection'
import type { Job } from '@shop/stores/job-queue/job-queue'
import type { Query } from '@shop/stores/read-store/read-store'

/**
 * Asks for what falls due long after anything happened: the documents say when, so that nothing has to wait in the
 * queue for each of them. Pure. What is asked for must make the document leave the question; asked twice it does nothing.
 */
export type Sweep<D extends Document> = Readonly<{
  over: Collection<D>
  /** Finds what is due at a time, the oldest first. */
  due: (nowMs: number) => Pick<Query<D>, 'anyOf' | 'between' | 'sortBy'>
  /** The same document, unchanged, has a job of the same id. */
  jobOf: (document: D) => Job
}>
