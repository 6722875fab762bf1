import type { Facets, Product } from '@shop/language/api/catalog'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, listIn, type Page } from '../lib/api.ts'
import { firstAnswer, firstAnsweredAtMs, firstPage } from '../lib/first-answers.ts'

export const PAGE_SIZE = 24
const FEATURED_COLLECTION = 'collection=Essentials'

export const catalogQueries = {
  /** One page after the other, by the server's own `next` address (decisions P3). */
  list: (query: string) => {
    const address = addressOf(query, { limit: PAGE_SIZE })
    return infiniteQueryOptions({
      queryKey: ['products', 'list', query],
      queryFn: ({ pageParam, signal }) => api.page<Product>(pageParam, { signal }),
      initialPageParam: address,
      getNextPageParam: ({ next }: Page<Product>) => next,
      placeholderData: keepPreviousData,
      initialData: () => {
        const first = firstPage<Product>(address)
        return first && { pages: [first], pageParams: [address] }
      },
      initialDataUpdatedAt: firstAnsweredAtMs,
    })
  },
  /** The first few of a list. */
  some: (query: string, limit: number) =>
    queryOptions({ queryKey: ['products', 'some', query, limit], ...productsAt(addressOf(query, { limit })) }),
  facets: (query: string) =>
    queryOptions({
      queryKey: ['products', 'facets', query],
      placeholderData: keepPreviousData,
      ...at<Facets>(`/api/products/facets?${sorted(query)}`),
    }),
  product: (id: string) =>
    queryOptions({ queryKey: ['products', 'one', id], ...at<Product>(`/api/products/${encodeURIComponent(id)}`) }),
  similar: (id: string) =>
    queryOptions({
      queryKey: ['products', 'similar', id],
      ...productsAt(`/api/products/similar/${encodeURIComponent(id)}`),
    }),
  newArrivals: () =>
    queryOptions({ queryKey: ['products', 'new-arrivals'], ...productsAt('/api/products/new-arrivals') }),
  /** The featured collection; a shop that has none features what sells best. */
  featured: (limit: number) => {
    const featured = productsAt(addressOf(FEATURED_COLLECTION, { limit }))
    const popular = productsAt(addressOf('sortBy=popularity', { limit }))
    return queryOptions({
      ...featured,
      queryKey: ['products', 'featured', limit],
      initialData: () => {
        const products = featured.initialData()
        return products?.length ? products : undefined
      },
      queryFn: async (asked) => {
        const products = await featured.queryFn(asked)
        return products.length > 0 ? products : popular.queryFn(asked)
      },
    })
  },
  bestSeller: () =>
    queryOptions({ queryKey: ['products', 'best-seller'], ...at<Product>('/api/products/best-seller') }),
}

type Asked = { signal: AbortSignal }

/** Asks at an address, unless its answer came with the page. */
const at = <T>(address: string) => ({
  queryFn: ({ signal }: Asked) => api.get<T>(address, { signal }),
  initialData: () => firstAnswer<T>(address),
  initialDataUpdatedAt: firstAnsweredAtMs,
})

/** A list that is none becomes an empty one (spec §4). */
const productsAt = (address: string) => ({
  ...at<readonly Product[]>(address),
  queryFn: async ({ signal }: Asked) => listIn<Product>(await api.get<unknown>(address, { signal })),
})

function addressOf(query: string, more: Record<string, number>): string {
  const params = new URLSearchParams(query)
  for (const [name, value] of Object.entries(more)) params.set(name, String(value))
  return `/api/products?${sorted(params)}`
}

/** One way to write a question, so that its answer is found again. */
function sorted(query: string | URLSearchParams): string {
  const params = new URLSearchParams(query)
  params.sort()
  return params.toString()
}
