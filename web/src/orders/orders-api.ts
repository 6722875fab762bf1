import type { Order } from '@shop/language/api/orders'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../lib/api.ts'

export const orderQueries = {
  all: ['orders'] as const,
  mine: () =>
    queryOptions({
      queryKey: [...orderQueries.all, 'mine'],
      queryFn: ({ signal }) => api.get<Order[]>('/api/orders/my-orders', { signal }),
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: [...orderQueries.all, id],
      queryFn: ({ signal }) => api.get<Order>(`/api/orders/${encodeURIComponent(id)}`, { signal }),
    }),
}
