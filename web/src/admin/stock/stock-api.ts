import type { Product } from '@shop/language/product/api'
import type { StockLedgerEntry } from '@shop/language/stock/api'
import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query'
import { useAct } from '../../lib/act-key.ts'
import { api, type Page } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-of.ts'
import type { Line } from '../products/stock-cells.ts'

const ENTRIES = 20

const keyOf = (productId: string) => ['admin', 'products', 'stock', productId]
const pathOf = (productId: string) => `/api/admin/products/${encodeURIComponent(productId)}/stock`

export const stockQueries = {
  product: (id: string) => queryOf<Product>([...keyOf(id), 'product'], `/api/products/${encodeURIComponent(id)}`),
  /** Newest entry first. */
  ledger: (id: string) =>
    infiniteQueryOptions({
      queryKey: [...keyOf(id), 'ledger'],
      queryFn: ({ pageParam, signal }) => api.page<StockLedgerEntry>(pageParam, { signal }),
      initialPageParam: `${pathOf(id)}?limit=${ENTRIES}`,
      getNextPageParam: ({ next }: Page<StockLedgerEntry>) => next,
    }),
}

/** `cost` is the cost of one piece in dollars. */
export type Received = { lines: readonly (Line & { quantity: number })[]; cost?: number }

export function useReceiveStock(productId: string) {
  const queryClient = useQueryClient()
  return useAct(
    (body: Received, idempotencyKey) => api.post<Product>(`${pathOf(productId)}/receipts`, { body, idempotencyKey }),
    {
      onSuccess: () => {
        queryClient.invalidateQueries({ queryKey: keyOf(productId) })
        queryClient.invalidateQueries({ queryKey: ['admin', 'products', 'list'] })
        queryClient.invalidateQueries({ queryKey: ['products'], refetchType: 'none' })
      },
    },
  )
}
