import type { InfiniteData, InfiniteQueryObserverResult } from '@tanstack/react-query'

export type GrowingList = Pick<
  InfiniteQueryObserverResult<InfiniteData<unknown>>,
  'data' | 'hasNextPage' | 'isError' | 'fetchNextPage'
>

/** Repeats the fetch of the next page if a refetch of the list cancels it. */
export async function fetchNextPageOf(list: GrowingList) {
  const before = list.data
  let now = await list.fetchNextPage({ cancelRefetch: false })
  while (now.hasNextPage && !now.isError && isAsLong(now.data, before))
    now = await list.fetchNextPage({ cancelRefetch: false })
}

const isAsLong = (now: GrowingList['data'], before: GrowingList['data']) =>
  now?.pages.length === before?.pages.length && now?.pageParams[0] === before?.pageParams[0]
