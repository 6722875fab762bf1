import { setTimeout as sleep } from 'node:timers/promises'
import type { BooksAsOf, BooksQuery } from '@shop/language/api/analysis'
import type { DashboardDocument } from '@shop/language/read-models/dashboard'
import { booksView, daysAsked } from '@shop/language/views/books-view'
import { anyProjection } from '@shop/projections/projection'
import { dashboardProjection } from '@shop/projections/read-models/dashboard-projection'
import type { Copy } from '../copy/open-copy.ts'
import { createDocumentsAsOf, SNAPSHOT_EVERY } from './documents-as-of.ts'
import { seenAsOf } from './seen.ts'

const LOOK_EVERY_MS = 5_000

/** The dashboard's sums as of any event or moment. */
export function createBooksAsOf(
  copy: Pick<Copy, 'view' | 'reading' | 'digestAt'>,
  folder: string,
  every = SNAPSHOT_EVERY,
) {
  const documentsAsOf = createDocumentsAsOf({ copy, folder, projection: anyProjection(dashboardProjection), every })
  let kept = 0

  async function keepUp(signal: AbortSignal) {
    using view = copy.view()
    const newest = view.event - (view.event % every)
    // The copy may have been made anew.
    if (newest === kept) return
    await documentsAsOf(view, newest, signal)
    kept = newest
  }

  return {
    async ask({ asOf, ...days }: BooksQuery): Promise<BooksAsOf> {
      using view = copy.view()
      const seen = await copy.reading((connection) => seenAsOf(connection, view, asOf))
      const books = (await documentsAsOf(view, seen.event)) as ReadonlyMap<string, DashboardDocument>
      return { asOf: seen, ...booksView(books, daysAsked(days, new Date(seen.moment))) }
    },
    /** Keeps snapshots as the copy grows, so that nobody who asks waits for them, until `signal` aborts. */
    async run(signal: AbortSignal) {
      while (!signal.aborted) {
        await keepUp(signal).catch((error) => {
          if (!signal.aborted) throw error
        })
        await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
      }
    },
  }
}
