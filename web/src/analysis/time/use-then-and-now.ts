import type { ActivityAsOf, BooksAsOf } from '@shop/language/analysis/api'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AsOf, activityAsOf, booksAsOf } from './time-api.ts'

export type FiguresAsOf = Readonly<{ books: BooksAsOf; activity: ActivityAsOf }>
/** Both `books` are for the same days. */
export type ThenAndNow = Readonly<{ past: FiguresAsOf; current: FiguresAsOf }>

/** The page never mixes two moments: the old figures stay until all new figures are fetched. */
export function useThenAndNow(asOf: AsOf) {
  const books = useQuery(booksAsOf(asOf))
  const { from, to } = books.data?.period ?? {}
  // Later events, such as refunds, change the figures of the same days.
  const booksNow = useQuery({ ...booksAsOf(undefined, { from, to }), enabled: books.data !== undefined })
  const activity = useQuery(activityAsOf(asOf))
  const activityNow = useQuery(activityAsOf(undefined))
  const [shown, setShown] = useState<ThenAndNow>()
  const all = [books, booksNow, activity, activityNow]
  const isWhole = all.every(({ data }) => data !== undefined)
  const fetched = [books.data, booksNow.data, activity.data, activityNow.data]
  const known = shown && [shown.past.books, shown.current.books, shown.past.activity, shown.current.activity]
  if (isWhole && fetched.some((data, at) => data !== known?.[at]))
    setShown({
      past: { books: books.data!, activity: activity.data! },
      current: { books: booksNow.data!, activity: activityNow.data! },
    })
  return { shown, isFetched: isWhole, failed: all.find(({ error }) => error) }
}
