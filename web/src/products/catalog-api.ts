import type { BestSeller, Facets, Product, Suggestions } from '@shop/language/api/catalog'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, listIn, type Page } from '../lib/api.ts'
import { firstAnswer, firstAnsweredAtMs, firstPage, firstQuestion } from '../lib/first-answers.ts'

export const PAGE_SIZE = 24
const FEATURED = 'collection=Essentials'
const FEATURED_SHOWN = 4
/** The documented section is called Top Wears and shows Bottom Wear; kept as documented (decisions P6). */
const TOP_WEARS = new URLSearchParams({ gender: 'Women', category: 'Bottom Wear' }).toString()
export const TOP_WEARS_SHOWN = 8

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
      ...firstQuestion(address),
    })
  },
  topWears: () =>
    queryOptions({
      queryKey: ['products', 'top-wears'],
      ...productsAt(addressOf(TOP_WEARS, { limit: TOP_WEARS_SHOWN })),
    }),
  facets: (query: string) =>
    queryOptions({
      queryKey: ['products', 'facets', query],
      placeholderData: keepPreviousData,
      ...at<Facets>(`/api/products/facets?${sorted(query)}`),
    }),
  suggestions: (term: string) =>
    queryOptions({
      queryKey: ['products', 'suggestions', term],
      enabled: term !== '',
      ...at<Suggestions>(`/api/search/suggestions?q=${encodeURIComponent(term)}`),
    }),
  /** Null when the page came with the word that there is no such product. */
  product: (id: string) =>
    queryOptions({
      queryKey: ['products', 'one', id],
      ...at<Product | null>(`/api/products/${encodeURIComponent(id)}`),
    }),
  similar: (id: string) =>
    queryOptions({
      queryKey: ['products', 'similar', id],
      ...productsAt(`/api/products/similar/${encodeURIComponent(id)}`),
    }),
  newArrivals: () =>
    queryOptions({ queryKey: ['products', 'new-arrivals'], ...productsAt('/api/products/new-arrivals') }),
  /** The featured collection; a shop that has none features what sells best. */
  featured: () => {
    const featured = productsAt(addressOf(FEATURED, { limit: FEATURED_SHOWN }))
    const popular = productsAt(addressOf('sortBy=popularity', { limit: FEATURED_SHOWN }))
    return queryOptions({
      ...featured,
      queryKey: ['products', 'featured'],
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
    queryOptions({ queryKey: ['products', 'best-seller'], ...at<BestSeller>('/api/products/best-seller') }),
}

type Asked = { signal: AbortSignal }

/** Asks at an address, unless its answer came with the page. */
const at = <T>(address: string) => ({
  queryFn: ({ signal }: Asked) => api.get<T>(address, { signal }),
  initialData: () => firstAnswer<T>(address),
  initialDataUpdatedAt: firstAnsweredAtMs,
  ...firstQuestion(address),
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
