import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { listOf, type Noun, ROWS } from './admin-lists.ts'

/** A list with its search, its sort and its filters in the address, shown page by page. */
export function useAdminList<Item extends { _id: string }>(noun: Noun, filters: readonly string[] = []) {
  const [params, setParams] = useSearchParams()
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
  const [place, setPlace] = useState(0)

  const pages = list.data?.pages ?? []
  const at = lastFilled(pages, place)
  const items = pages[at]?.items ?? []
  const before = countOf(pages.slice(0, at))

  const change = (values: Readonly<Record<string, string>>) => {
    setPlace(0)
    setParams(
      (now) => {
        const next = new URLSearchParams({ ...Object.fromEntries(now), ...values })
        for (const [name, value] of [...next]) if (!value) next.delete(name)
        return next
      },
      { replace: true, state: { keepScroll: true } },
    )
  }

  return {
    ...list,
    items,
    search: params.get('search') ?? '',
    sortBy,
    /** What is asked for, without sort and page. */
    narrowing,
    find: (words: string) => change({ search: words }),
    sort: (by: string) => change({ sortBy: by }),
    filter: (name: string, value: string) => change({ [name]: value }),
    clear: () => change(Object.fromEntries([...narrowing.keys()].map((name) => [name, '']))),
    paging: {
      first: before + 1,
      last: before + items.length,
      /** Known once the end has been seen. */
      total: list.hasNextPage ? undefined : countOf(pages),
      hasPrevious: at > 0,
      hasNext: at < pages.length - 1 || list.hasNextPage,
      isLoading: list.isFetchingNextPage,
      previous: () => setPlace(at - 1),
      next: async () => {
        if (at === pages.length - 1) await list.fetchNextPage()
        setPlace(at + 1)
      },
    },
  }
}
export type AdminList = ReturnType<typeof useAdminList>
export type Paging = AdminList['paging']

type Pages = readonly { items: readonly unknown[] }[]

const countOf = (pages: Pages) => pages.reduce((count, { items }) => count + items.length, 0)

/** The page that was turned to; when its last row has gone, the one before. */
function lastFilled(pages: Pages, place: number): number {
  let at = Math.max(0, Math.min(place, pages.length - 1))
  while (at > 0 && pages[at]?.items.length === 0) at--
  return at
}
