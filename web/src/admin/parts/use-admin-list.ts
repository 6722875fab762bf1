import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useAddressQuery } from '../../lib/address-query.ts'
import { fetchNextPageOf } from '../../lib/next-page.ts'
import { listOf, type Noun, ROWS } from './admin-lists.ts'
import { shownPage } from './shown-page.ts'

export function useAdminList<Item extends { _id: string }>(noun: Noun, filters: readonly string[] = []) {
  const { params, change: changeQuery } = useAddressQuery()
  const narrowing = new URLSearchParams(
    [...params].filter(([name, value]) => value && ['search', ...filters].includes(name)),
  )
  const sortBy = params.get('sortBy') ?? ''
  const query = new URLSearchParams({
    limit: String(ROWS),
    ...Object.fromEntries(narrowing),
    ...(sortBy && { sortBy }),
  })
  const list = useInfiniteQuery(listOf<Item>(noun, query.toString()))
  const wantedPage = pageIn(params)
  // To show a later page, all earlier pages must be loaded, because each page has the URL of the next page.
  const { hasNextPage, isFetching, isError, fetchNextPage } = list
  const isShort = list.data !== undefined && list.data.pages.length < Math.min(wantedPage, MOST_REOPENED)
  useEffect(() => {
    if (isShort && hasNextPage && !isFetching && !isError) fetchNextPage()
  }, [isShort, hasNextPage, isFetching, isError, fetchNextPage])

  const pages = list.data?.pages ?? []
  const { at, items, ...page } = shownPage(pages, wantedPage - 1, list.hasNextPage)

  const turnPage = (to: number) => {
    change({ page: to > 0 ? String(to + 1) : '' }, { replace: false })
    window.scrollTo(0, 0)
  }
  const change = (values: Readonly<Record<string, string>>, options = { replace: true }) => {
    changeQuery(
      (now) => {
        // A new search, sort or filter starts the list at its first page.
        const next = new URLSearchParams({ ...Object.fromEntries(now), page: '', ...values })
        for (const [name, value] of [...next]) if (!value) next.delete(name)
        return next
      },
      String,
      options,
    )
  }

  return {
    ...list,
    items,
    search: params.get('search') ?? '',
    sortBy,
    narrowing,
    /** Search, filters and sort, as the API expects them. */
    wanted: new URLSearchParams([...narrowing, ...(sortBy ? [['sortBy', sortBy]] : [])]),
    /** The URL query that opens the list again at this page. */
    place: new URLSearchParams([
      ...narrowing,
      ...(sortBy ? [['sortBy', sortBy]] : []),
      ...(at > 0 ? [['page', String(at + 1)]] : []),
    ]),
    find: (words: string) => change({ search: words }),
    sort: (by: string) => change({ sortBy: by }),
    filter: (name: string, value: string) => change({ [name]: value }),
    clear: () => change(Object.fromEntries([...narrowing.keys()].map((name) => [name, '']))),
    paging: {
      ...page,
      isLoading: list.isFetchingNextPage,
      previous: () => turnPage(at - 1),
      next: async () => {
        if (at === pages.length - 1) await fetchNextPageOf(list)
        turnPage(at + 1)
      },
    },
  }
}
function pageIn(params: URLSearchParams) {
  const page = Number(params.get('page'))
  return Number.isSafeInteger(page) && page > 1 ? page : 1
}

/** Limits the pages that a URL can request. */
const MOST_REOPENED = 50

export type AdminList = ReturnType<typeof useAdminList>
export type Paging = AdminList['paging']
