import type { Facets, Product } from '@shop/shared/api/catalog'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, type Page } from '../lib/api.ts'

export const PAGE_SIZE = 24
const FEATURED_COLLECTION = 'collection=Essentials'

export const catalogQueries = {
  /** One page after the other, by the server's own `next` address (decisions P3). */
  list: (query: string) =>
    infiniteQueryOptions({
      queryKey: ['products', 'list', query],
      queryFn: ({ pageParam, signal }) => api.page<Product>(pageParam, { signal }),
      initialPageParam: addressOf(query, { limit: PAGE_SIZE }),
      getNextPageParam: ({ next }: Page<Product>) => next,
      placeholderData: keepPreviousData,
    }),
  /** The first few of a list. */
  some: (query: string, limit: number) =>
    queryOptions({
      queryKey: ['products', 'some', query, limit],
      queryFn: ({ signal }) => productsAt(addressOf(query, { limit }), signal),
    }),
  facets: (query: string) =>
    queryOptions({
      queryKey: ['products', 'facets', query],
      queryFn: ({ signal }) => api.get<Facets>(`/api/products/facets?${query}`, { signal }),
      placeholderData: keepPreviousData,
    }),
  product: (id: string) =>
    queryOptions({
      queryKey: ['products', 'one', id],
      queryFn: ({ signal }) => api.get<Product>(`/api/products/${encodeURIComponent(id)}`, { signal }),
    }),
  similar: (id: string) =>
    queryOptions({
      queryKey: ['products', 'similar', id],
      queryFn: ({ signal }) => productsAt(`/api/products/similar/${encodeURIComponent(id)}`, signal),
    }),
  newArrivals: () =>
    queryOptions({
      queryKey: ['products', 'new-arrivals'],
      queryFn: ({ signal }) => productsAt('/api/products/new-arrivals', signal),
    }),
  /** The featured collection; a shop that has none features what sells best. */
  featured: (limit: number) =>
    queryOptions({
      queryKey: ['products', 'featured', limit],
      queryFn: async ({ signal }) => {
        const featured = await productsAt(addressOf(FEATURED_COLLECTION, { limit }), signal)
        return featured.length > 0 ? featured : productsAt(addressOf('sortBy=popularity', { limit }), signal)
      },
    }),
  bestSeller: () =>
    queryOptions({
      queryKey: ['products', 'best-seller'],
      queryFn: ({ signal }) => api.get<Product>('/api/products/best-seller', { signal }),
    }),
}

const addressOf = (query: string, more: Record<string, number>) => {
  const params = new URLSearchParams(query)
  for (const [name, value] of Object.entries(more)) params.set(name, String(value))
  return `/api/products?${params}`
}

/** A list that is none becomes an empty one (specification 4). */
const productsAt = async (path: string, signal: AbortSignal): Promise<readonly Product[]> => {
  const products = await api.get<readonly Product[]>(path, { signal })
  return Array.isArray(products) ? products : []
}
