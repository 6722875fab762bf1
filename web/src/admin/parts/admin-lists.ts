import { type InfiniteData, infiniteQueryOptions, keepPreviousData, type QueryClient } from '@tanstack/react-query'
import { api, type Page } from '../../lib/api.ts'

export type Noun = 'products' | 'orders' | 'users' | 'cases' | 'outbox' | 'deleted' | 'holds'

export const ROWS = 20

/** Each page has the URL of the next page (decisions P3). */
export const listOf = <Item>(noun: Noun, query: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', noun, 'list', query],
    queryFn: ({ pageParam, signal }) => api.page<Item>(pageParam, { signal }),
    initialPageParam: `/api/admin/${noun}?${query}`,
    getNextPageParam: ({ next }: Page<Item>) => next,
    placeholderData: keepPreviousData,
  })

export const listsOf = (noun: Noun) => ({ queryKey: ['admin', noun, 'list'] })

type Item = { _id: string }

/** Appends a created item to the lists (spec §4). */
export const appendToLists = (client: QueryClient, noun: Noun, item: Item) =>
  changeLists(client, noun, (items, isLast) => (isLast ? [...items, item] : items))

export const replaceInLists = (client: QueryClient, noun: Noun, item: Item) =>
  changeLists(client, noun, (items) => items.map((other) => (other._id === item._id ? item : other)))

export const removeFromLists = (client: QueryClient, noun: Noun, id: string) =>
  changeLists(client, noun, (items) => items.filter(({ _id }) => _id !== id))

function changeLists(
  client: QueryClient,
  noun: Noun,
  update: (items: readonly Item[], isLast: boolean) => readonly Item[],
) {
  client.setQueriesData<InfiniteData<Page<Item>>>(
    listsOf(noun),
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page, place) => ({
          ...page,
          items: update(page.items, place === list.pages.length - 1),
        })),
      },
  )
}
