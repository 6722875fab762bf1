import type { ShippingAddress } from '@shop/language/address/api'
import type { Order } from '@shop/language/order/api'
import type { Why } from '@shop/language/order/chosen-reason'
import { useQueryClient } from '@tanstack/react-query'
import { useAct } from '../lib/act-key.ts'
import { api } from '../lib/api.ts'
import { queryOf } from '../lib/query-of.ts'
import { writeFailure } from '../lib/write-failure.ts'
import { changedOrderIn, ifShown } from './order-version.ts'

const MINE = '/api/orders/my-orders'

export const orderQueries = {
  all: ['orders'] as const,
  mine: () => queryOf<Order[]>([...orderQueries.all, 'mine'], MINE),
  /** Invalidating `mine` also invalidates this query. */
  lately: () => queryOf<Order[]>([...orderQueries.mine().queryKey, 'lately'], `${MINE}?limit=5`),
  one: (id: string) => queryOf<Order>([...orderQueries.all, id], `/api/orders/${encodeURIComponent(id)}`),
}

export const useCancelOrder = () => useOrderAct<Why>(post('cancel'))
export const useChangeAddress = () =>
  useOrderAct<ShippingAddress>((path, options) => api.put(`${path}/address`, options))

type Pieces = Why & { lines: readonly { line: number; quantity: number }[] }
export const useReturnPieces = () => useOrderAct<Pieces>(post('returns'))

type Act = (
  path: string,
  options: { body: unknown; idempotencyKey: string; headers?: Record<string, string> },
) => Promise<Order>
const post =
  (act: 'cancel' | 'returns'): Act =>
  (path, options) =>
    api.post(`${path}/${act}`, options)

function useOrderAct<Wanted>(act: Act) {
  const queryClient = useQueryClient()
  const showAsItIs = (order: Order | undefined) => {
    if (!order) return
    queryClient.setQueryData(orderQueries.one(order._id).queryKey, order)
    queryClient.invalidateQueries({ queryKey: orderQueries.mine().queryKey })
  }
  return useAct(
    /** `order` is the version that the page showed. */
    ({ order, wanted: body }: { order: Order; wanted: Wanted }, idempotencyKey) =>
      act(`/api/orders/${encodeURIComponent(order._id)}`, { body, idempotencyKey, ...ifShown(order) }),
    { onSuccess: showAsItIs, onError: (refusal) => showAsItIs(changedOrderIn(refusal)) },
  )
}

export const changeFailure = (error: Error) => writeFailure(error, 'Failed to update order')
