import type { InfiniteData, InfiniteQueryObserverResult } from '@tanstack/react-query'

export type GrowingList = Pick<
  InfiniteQueryObserverResult<InfiniteData<unknown>>,
  'data' | 'hasNextPage' | 'isError' | 'fetchNextPage'
>

/**
 * A refetch of the list, for example after a live update, cancels the fetch (TanStack Query's `cancelRefetch`). Then the fetch is repeated.
 * Ends when the page has arrived, when its fetch has failed (`isError` of the list), or when another list is shown.
 */
export async function fetchNextPageOf(list: GrowingList) {
  const before = list.data
  let now = await list.fetchNextPage({ cancelRefetch: false })
  while (now.hasNextPage && !now.isError && isAsLong(now.data, before))
    now = await list.fetchNextPage({ cancelRefetch: false })
}

const isAsLong = (now: GrowingList['data'], before: GrowingList['data']) =>
  now?.pages.length === before?.pages.length && now?.pageParams[0] === before?.pageParams[0]
