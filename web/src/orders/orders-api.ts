import type { Order } from '@shop/language/api/orders'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useActKey } from '../lib/act-key.ts'
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

/** Cancels an order that is not shipped yet. */
export const useCancelOrder = (id: string) => useOrderAct<void>(id, 'cancel')

type Pieces = { lines: readonly { line: number; quantity: number }[]; reason: string }
export const useReturnPieces = (id: string) => useOrderAct<Pieces>(id, 'returns')

function useOrderAct<Body>(id: string, act: 'cancel' | 'returns') {
  const queryClient = useQueryClient()
  const { send } = useActKey()
  return useMutation({
    mutationFn: (body: Body) =>
      send((idempotencyKey) =>
        api.post<Order>(`/api/orders/${encodeURIComponent(id)}/${act}`, { body: body ?? {}, idempotencyKey }),
      ),
    onSuccess: (order) => {
      queryClient.setQueryData(orderQueries.one(id).queryKey, order)
      queryClient.invalidateQueries({ queryKey: orderQueries.mine().queryKey })
    },
  })
}
