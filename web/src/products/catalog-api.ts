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
  topWears: () => queryOptions(productsAt(['top-wears'], addressOf(TOP_WEARS, { limit: TOP_WEARS_SHOWN }))),
  facets: (query: string) =>
    queryOptions({
      ...at<Facets>(['facets', query], `/api/products/facets?${sorted(query)}`),
      placeholderData: keepPreviousData,
    }),
  suggestions: (term: string) =>
    queryOptions({
      ...at<Suggestions>(['suggestions', term], `/api/search/suggestions?q=${encodeURIComponent(term)}`),
      enabled: term !== '',
    }),
  /** Null if the page was sent with a 404 for this product. */
  product: (id: string) => queryOptions(at<Product | null>(['one', id], `/api/products/${encodeURIComponent(id)}`)),
  similar: (id: string) => queryOptions(productsAt(['similar', id], `/api/products/similar/${encodeURIComponent(id)}`)),
  newArrivals: () => queryOptions(productsAt(['new-arrivals'], '/api/products/new-arrivals')),
  featured: () => {
    const featured = productsAt(['featured'], addressOf(FEATURED, { limit: FEATURED_SHOWN }))
    const popular = productsAt(['featured'], addressOf('sortBy=popularity', { limit: FEATURED_SHOWN }))
    return queryOptions({
      ...featured,
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
  bestSeller: () => queryOptions(at<BestSeller>(['best-seller'], '/api/products/best-seller')),
}

type Asked = { signal: AbortSignal }

/** The query begins with the answer that came with the page, if there is one. */
const at = <T>(key: readonly string[], address: string) => ({
  queryKey: ['products', ...key],
  queryFn: ({ signal }: Asked) => api.get<T>(address, { signal }),
  initialData: () => firstAnswer<T>(address),
  initialDataUpdatedAt: firstAnsweredAtMs,
  ...firstQuestion(address),
})

/** An answer that is not a list becomes an empty list (spec §4). */
const productsAt = (key: readonly string[], address: string) => ({
  ...at<readonly Product[]>(key, address),
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
