import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAddressQuery } from '../../lib/address-query.ts'
import { listOf, type Noun, ROWS } from './admin-lists.ts'
import { shownPage } from './shown-page.ts'

/** A list with its search, its sort and its filters in the address, shown page by page. */
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
  const [turnedTo, turnTo] = useState(0)

  const pages = list.data?.pages ?? []
  const { at, items, ...page } = shownPage(pages, turnedTo, list.hasNextPage)

  /** A new page is read from its top. */
  const turnPage = (to: number) => {
    turnTo(to)
    window.scrollTo(0, 0)
  }
  const change = (values: Readonly<Record<string, string>>) => {
    turnTo(0)
    changeQuery(
      (now) => {
        const next = new URLSearchParams({ ...Object.fromEntries(now), ...values })
        for (const [name, value] of [...next]) if (!value) next.delete(name)
        return next
      },
      String,
      { replace: true },
    )
  }

  return {
    ...list,
    items,
    search: params.get('search') ?? '',
    sortBy,
    /** Search and filters, without sort and page. */
    narrowing,
    /** Search, filters and sort, as the shop is asked for them. */
    wanted: new URLSearchParams([...narrowing, ...(sortBy ? [['sortBy', sortBy]] : [])]),
    find: (words: string) => change({ search: words }),
    sort: (by: string) => change({ sortBy: by }),
    filter: (name: string, value: string) => change({ [name]: value }),
    clear: () => change(Object.fromEntries([...narrowing.keys()].map((name) => [name, '']))),
    paging: {
      ...page,
      isLoading: list.isFetchingNextPage,
      previous: () => turnPage(at - 1),
      next: async () => {
        if (at === pages.length - 1) await list.fetchNextPage()
        turnPage(at + 1)
      },
    },
  }
}
export type AdminList = ReturnType<typeof useAdminList>
export type Paging = AdminList['paging']
