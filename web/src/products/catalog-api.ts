import type { BestSeller, Facets, Product, Suggestions } from '@shop/language/product/api'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, listIn, type Page } from '../lib/api.ts'
import { firstAnswer, firstAnsweredAtMs, firstPage, firstQuestion } from '../lib/first-answers.ts'

export const PAGE_SIZE = 24
const FEATURED = 'collection=Essentials'
const FEATURED_SHOWN = 4
/** The specification fills the section Top Wears with Bottom Wear, so the shop does too (decisions P6). */
const TOP_WEARS = new URLSearchParams({ gender: 'Women', category: 'Bottom Wear' }).toString()
export const TOP_WEARS_SHOWN = 8

export const catalogQueries = {
  /** The first page has `shown` products. Each further page comes from the server's `next` URL (decisions P3: page size). */
  list: (query: string, shown: number) => {
    const address = addressOf(query, { limit: shown })
    return infiniteQueryOptions({
      queryKey: ['products', 'list', query],
      queryFn: ({ pageParam, signal }) => api.page<Product>(pageParam, { signal }),
      initialPageParam: address,
      getNextPageParam: ({ next }: Page<Product>) => next?.replace(/\blimit=\d+/, `limit=${PAGE_SIZE}`),
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
  /** Null if the page was sent with a 404 for this product. */
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

/** The query begins with the answer that came with the page, if there is one. */
const at = <T>(address: string) => ({
  queryFn: ({ signal }: Asked) => api.get<T>(address, { signal }),
  initialData: () => firstAnswer<T>(address),
  initialDataUpdatedAt: firstAnsweredAtMs,
  ...firstQuestion(address),
})

/** An answer that is not a list becomes an empty list (spec §4). */
const productsAt = (address: string) => ({
  ...at<readonly Product[]>(address),
  queryFn: async ({ signal }: Asked) => listIn<Product>(await api.get<unknown>(address, { signal })),
})

function addressOf(query: string, more: Record<string, number>): string {
  const params = new URLSearchParams(query)
  for (const [name, value] of Object.entries(more)) params.set(name, String(value))
  return `/api/products?${sorted(params)}`
}

/** The parameters have a fixed order, because the answers that come with a page are found by their URL. */
function sorted(query: string | URLSearchParams): string {
  const params = new URLSearchParams(query)
  params.sort()
  return params.toString()
}
