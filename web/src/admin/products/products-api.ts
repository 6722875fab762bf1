import type { HistoryEntry } from '@shop/language/order/api'
import type { Facets, Product } from '@shop/language/product/api'
import type { StockLedgerEntry } from '@shop/language/stock/api'
import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useAct } from '../../lib/act-key.ts'
import { api } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-of.ts'
import { appendToLists, listsOf, removeFromLists, replaceInLists } from '../parts/admin-lists.ts'
import type { bodyOf } from './product-draft.ts'
import type { Recount } from './stock-cells.ts'

export type Versioned = { body: Product; etag: string }
type Body = ReturnType<typeof bodyOf>

/** The cache drops the product when the page closes, because an edit must begin with the current version. */
export const productToEdit = (id: string) =>
  queryOptions({
    queryKey: ['admin', 'products', 'one', id],
    queryFn: ({ signal }) => api.versioned<Product>(`/api/products/${encodeURIComponent(id)}`, { signal }),
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Oldest first. */
export const productHistory = (id: string) =>
  queryOf<HistoryEntry[]>(['admin', 'products', 'history', id], `/api/admin/products/${encodeURIComponent(id)}/history`)

/** The counts between two versions, newest first. The second number of a version says how many counts came before it (decisions S4). */
export async function recountsSince(id: string, before: string, now: string): Promise<readonly Recount[]> {
  const counts = countsOf(now) - countsOf(before)
  if (counts === 0) return []
  const path = `/api/admin/products/${encodeURIComponent(id)}/stock?limit=1000`
  const { items } = await api.page<StockLedgerEntry>(path)
  return items
    .filter(({ what }) => what === 'counted' || what === 'adjusted')
    .slice(0, counts)
    .flatMap(({ lines }) => lines)
}

const countsOf = (etag: string) => Number(etag.split('-')[1])

/** Undefined with a stock filter, because the facets do not support this filter. */
export function useProductCount(narrowing: URLSearchParams): number | undefined {
  const query = narrowing.toString()
  const { data } = useQuery({
    queryKey: ['admin', 'products', 'count', query],
    queryFn: ({ signal }) => api.get<Facets>(`/api/products/facets?${query}`, { signal }),
    enabled: !narrowing.has('stock'),
    staleTime: 0,
  })
  return data?.total
}

export function useCreateProduct() {
  const queryClient = useQueryClient()
  return useAct((body: Body, idempotencyKey) => api.post<Product>('/api/admin/products', { body, idempotencyKey }), {
    onSuccess: (product) => {
      appendToLists(queryClient, 'products', product)
      return forgetCatalog(queryClient)
    },
  })
}

export function useUpdateProduct(id: string) {
  const queryClient = useQueryClient()
  return useAct(
    ({ changes, etag }: { changes: Partial<Body>; etag: string }, idempotencyKey) =>
      api.put<Product>(`/api/admin/products/${encodeURIComponent(id)}`, {
        body: changes,
        idempotencyKey,
        headers: { 'if-match': etag },
      }),
    {
      onSuccess: (product) => {
        replaceInLists(queryClient, 'products', product)
        return forgetCatalog(queryClient)
      },
    },
  )
}

export function useDeleteProduct() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: Product) => api.delete(`/api/products/${encodeURIComponent(_id)}`),
    onSuccess: (_, { _id }) => {
      removeFromLists(queryClient, 'products', _id)
      queryClient.invalidateQueries(listsOf('deleted'))
      return forgetCatalog(queryClient)
    },
  })
}

export function useRestoreProduct() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ _id }: Product) =>
      api.post<Product>(`/api/admin/products/${encodeURIComponent(_id)}/restore`, { body: {} }),
    onSuccess: async () => {
      queryClient.invalidateQueries(listsOf('deleted'))
      await queryClient.invalidateQueries(listsOf('products'))
      return forgetCatalog(queryClient)
    },
  })
}

function forgetCatalog(queryClient: QueryClient) {
  queryClient.invalidateQueries({ queryKey: ['products'], refetchType: 'none' })
  return queryClient.invalidateQueries({ queryKey: ['admin', 'products', 'count'] })
}
