import type { BooksAsOf, BooksQuery } from '@shop/language/analysis/api'
import type { DashboardDocument } from '@shop/language/dashboard/document'
import { booksView, daysAsked } from '@shop/language/dashboard/view'
import type { Copy } from '../copy/open-copy.ts'
import type { ModelAsOf } from './models-as-of.ts'
import { seenAsOf } from './seen.ts'

export function createBooksAsOf(copy: Pick<Copy, 'view'>, dashboard: ModelAsOf<DashboardDocument>) {
  return async ({ asOf, ...days }: BooksQuery): Promise<BooksAsOf> => {
    using view = copy.view()
    const seen = await seenAsOf(view, asOf)
    const books = await dashboard(view, seen.event)
    return { asOf: seen, ...booksView(books, daysAsked(days, new Date(seen.moment))) }
  }
}
