import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { listOf, type Noun, ROWS } from './admin-lists.ts'

/** A list with its search and its sort in the address, shown page by page. */
export function useAdminList<Item extends { _id: string }>(noun: Noun) {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const sortBy = params.get('sortBy') ?? ''
  const query = new URLSearchParams({ limit: String(ROWS), ...(search && { search }), ...(sortBy && { sortBy }) })
  const list = useInfiniteQuery(listOf<Item>(noun, query.toString()))
  const [place, setPlace] = useState(0)
  const [clearings, setClearings] = useState(0)

  const pages = list.data?.pages ?? []
  const at = Math.min(place, Math.max(pages.length - 1, 0))
  const items = pages[at]?.items ?? []
  const before = pages.slice(0, at).reduce((count, page) => count + page.items.length, 0)

  const change = (name: 'search' | 'sortBy', value: string) => {
    setPlace(0)
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true, state: { keepScroll: true } },
    )
  }

  return {
    ...list,
    items,
    search,
    sortBy,
    find: (words: string) => change('search', words.trim()),
    clear: () => {
      setClearings(clearings + 1)
      change('search', '')
    },
    /** The search field's key: a cleared search begins with an empty field. */
    clearings,
    sort: (by: string) => change('sortBy', by),
    paging: {
      first: before + 1,
      last: before + items.length,
      /** Known once the end has been seen. */
      total: list.hasNextPage ? undefined : pages.reduce((count, page) => count + page.items.length, 0),
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
export type Paging = ReturnType<typeof useAdminList>['paging']
