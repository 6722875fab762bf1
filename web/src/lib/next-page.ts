import type { InfiniteData, InfiniteQueryObserverResult } from '@tanstack/react-query'

/** A list that grows, as `useInfiniteQuery` gives it. */
export type GrowingList = Pick<
  InfiniteQueryObserverResult<InfiniteData<unknown>>,
  'data' | 'hasNextPage' | 'isError' | 'fetchNextPage'
>

/**
 * Asks for the next page of a list, once per press. Whatever else asks for the list meanwhile, as a live update does,
 * takes the place of a page on its way (TanStack Query's `cancelRefetch`), and the press would be lost: the page is asked for
 * again after it, and never in the place of what refreshes the list. Ends when the page is there, when it could not be had
 * (`isError` of the list), or when another list is shown.
 */
export async function fetchNextPageOf(list: GrowingList) {
  const before = list.data
  let now = await list.fetchNextPage({ cancelRefetch: false })
  while (now.hasNextPage && !now.isError && isAsLong(now.data, before))
    now = await list.fetchNextPage({ cancelRefetch: false })
}

const isAsLong = (now: GrowingList['data'], before: GrowingList['data']) =>
  now?.pages.length === before?.pages.length && now?.pageParams[0] === before?.pageParams[0]
