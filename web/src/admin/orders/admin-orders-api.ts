import type { ShippingAddress } from '@shop/language/address/api'
import type {
  HistoryEntry,
  Order,
  OrderChanged,
  OrderDeleted,
  OrderNeighbours,
  RefundedOrder,
} from '@shop/language/order/api'
import type { Why } from '@shop/language/order/chosen-reason'
import type { OrderStatus } from '@shop/language/order/status'
import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { useAct } from '../../lib/act-key.ts'
import { api } from '../../lib/api.ts'
import { queryOf } from '../../lib/query-of.ts'
import { useActKey } from '../../lib/use-act-key.ts'
import { changeInWords, orderChanges } from '../../orders/order-changes.ts'
import { changedOrderIn, ifShown } from '../../orders/order-version.ts'
import { customerQuery } from '../customers/customers-api.ts'
import { dashboardQuery } from '../dashboard/dashboard-api.ts'
import { listsOf, removeFromLists, replaceInLists } from '../parts/admin-lists.ts'

export const adminOrderQueries = {
  one: (id: string) => queryOf<Order>(['admin', 'orders', 'one', id], `/api/orders/${encodeURIComponent(id)}`),
  /** `list`: the query of the list that contains the orders. */
  neighbours: (id: string, list: string) =>
    queryOf<OrderNeighbours>(
      ['admin', 'orders', 'neighbours', id, list],
      `/api/admin/orders/${encodeURIComponent(id)}/neighbours?${list}`,
    ),
  history: (id: string) =>
    queryOf<HistoryEntry[]>(['admin', 'orders', 'history', id], `/api/admin/orders/${encodeURIComponent(id)}/history`),
}

/** A missing field keeps its value. An empty tracking number removes the number. */
type StatusWanted = { order: Order; status: OrderStatus; trackingNumber?: string } & Why & Cancellation
/** Only for the status Cancelled. If `refund` and `refundAmount` are both absent, a refund becomes due. */
type Cancellation = { refund?: 'all' | 'none'; refundAmount?: number; restock?: boolean; message?: string }

export function useChangeStatus() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ order, ...body }: StatusWanted) =>
      api.put<Order>(`/api/admin/orders/${encodeURIComponent(order._id)}`, { body, ...ifShown(order) }),
    onSuccess: (order) => {
      queryClient.invalidateQueries(dashboardQuery())
      return showAsItIs(queryClient, order)
    },
    onError: (refusal) => showAsItIs(queryClient, changedOrderIn(refusal)),
  })
}

type StatusesWanted = {
  orders: readonly Order[]
  status: OrderStatus
  /** By the order's id. A missing number stays as it is. */
  trackingNumbers: Readonly<Record<string, string>>
} & Why &
  Pick<Cancellation, 'refund'>
export type StatusesChanged = {
  status: OrderStatus
  changed: number
  /** Each order in the newest known version, with the reason why it was not changed. */
  failed: readonly { order: Order; message: string }[]
  /** Orders that were not marked as shipped, because they have nothing left to ship. */
  skipped: readonly Order[]
}

/** Each order is changed only if it is still in the shown version. */
export function useChangeStatuses() {
  const queryClient = useQueryClient()
  const { send } = useActKey()
  return useMutation({
    mutationFn: async ({ orders, trackingNumbers, ...wanted }: StatusesWanted): Promise<StatusesChanged> => {
      const shown = orders.filter(({ status }) => status !== wanted.status)
      if (shown.length === 0) return { status: wanted.status, changed: orders.length, failed: [], skipped: [] }
      const each = shown.map(({ _id, version }) => ({ _id, version, trackingNumber: trackingNumbers[_id] }))
      const body = { ...wanted, orders: each }
      const answer = await send((idempotencyKey) =>
        api.post<{ orders: OrderChanged[] }>('/api/admin/orders/bulk', { body, idempotencyKey }),
      )
      for (const { order } of answer.orders) if (order) replaceInLists(queryClient, 'orders', order)
      // The answer has an entry for each order, at the same index as in the request.
      const pairs = shown.map((order, index) => ({ order, change: answer.orders[index]! }))
      const those = (outcome: OrderChanged['outcome']) => pairs.filter(({ change }) => change.outcome === outcome)
      return {
        status: wanted.status,
        changed: those('changed').length,
        failed: those('refused').map(({ order, change }) => refusedChange(order, change)),
        skipped: those('skipped').map(({ order }) => order),
      }
    },
    onSettled: () => {
      queryClient.invalidateQueries(dashboardQuery())
      return queryClient.invalidateQueries({ queryKey: ['admin', 'orders'] })
    },
  })
}

function refusedChange(shown: Order, { order, message }: OrderChanged) {
  if (!order) return { order: shown, message: message ?? 'Failed to update order status' }
  const changes = orderChanges(shown, order).map(changeInWords).join('; ')
  const details = changes && ` (${changes})`
  return { order, message: `Not updated, because it has changed since you selected it${details}` }
}

const deletion = ['admin', 'orders', 'delete']

/** Only deletions in this tab count. */
export const useIsOrderBeingDeleted = (id: string) =>
  useIsMutating({ mutationKey: deletion, predicate: ({ state }) => (state.variables as Order)._id === id }) > 0

export function useDeleteOrder() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: deletion,
    mutationFn: (order: Order) =>
      api.delete<OrderDeleted>(`/api/admin/orders/${encodeURIComponent(order._id)}`, ifShown(order)),
    onError: (refusal) => showAsItIs(queryClient, changedOrderIn(refusal)),
    onSuccess: (_, { _id }) => {
      removeFromLists(queryClient, 'orders', _id)
      queryClient.invalidateQueries(listsOf('deleted'))
      // The order's page refetches the order when the page next opens.
      queryClient.invalidateQueries({ queryKey: adminOrderQueries.one(_id).queryKey, refetchType: 'none' })
      queryClient.invalidateQueries(dashboardQuery())
      return refreshHistory(queryClient, _id)
    },
  })
}

export function useRestoreOrder() {
  const queryClient = useQueryClient()
  return useMutation({
    /** `version`: the version after the deletion, or a newer version from a refusal. */
    mutationFn: (order: Pick<Order, '_id' | 'version'>) =>
      api.post<Order>(`/api/admin/orders/${encodeURIComponent(order._id)}/restore`, { body: {}, ...ifShown(order) }),
    onSuccess: () => {
      queryClient.invalidateQueries(dashboardQuery())
      queryClient.invalidateQueries(listsOf('deleted'))
      return queryClient.invalidateQueries({ queryKey: ['admin', 'orders'] })
    },
  })
}

type Pieces = { line: number; quantity: number }
type RefundWanted = Why & { lines?: readonly (Pieces & { restock: boolean })[]; amount?: number }
type Receipt = Why & { returnId: string; lines: readonly (Pieces & { restocked: number })[]; amount?: number }

export const useRefund = () =>
  useOrderAct<RefundWanted, RefundedOrder>((order, body, options) =>
    api.post(`/api/admin${order}/refunds`, { body, ...options }),
  )

export const useCloseRefundCase = () =>
  useOrderAct<{ reason: string }>((order, body, options) =>
    api.post(`/api/admin${order}/refund-case/close`, { body, ...options }),
  )

export const useReceiveReturn = () =>
  useOrderAct<Receipt>((order, { returnId, ...body }, options) =>
    api.put(`/api/admin${order}/returns/${encodeURIComponent(returnId)}`, { body, ...options }),
  )

export const useChangeAddress = () =>
  useOrderAct<ShippingAddress>((order, body, options) => api.put(`/api${order}/address`, { body, ...options }))

type ActOptions = { idempotencyKey: string; headers?: Record<string, string> }

function useOrderAct<Wanted extends object, Answer extends Order = Order>(
  /** `order`: the path of the order, `/orders/{id}`. */
  act: (order: string, wanted: Wanted, options: ActOptions) => Promise<Answer>,
) {
  const queryClient = useQueryClient()
  return useAct(
    /** `order`: the version that the page showed. */
    ({ order, wanted }: { order: Order; wanted: Wanted }, idempotencyKey) =>
      act(`/orders/${encodeURIComponent(order._id)}`, wanted, { idempotencyKey, ...ifShown(order) }),
    {
      onSuccess: (order) => {
        queryClient.invalidateQueries(dashboardQuery())
        queryClient.invalidateQueries(customerQuery(order.user?._id ?? ''))
        return showAsItIs(queryClient, order)
      },
      onError: (refusal) => showAsItIs(queryClient, changedOrderIn(refusal)),
    },
  )
}

function showAsItIs(queryClient: QueryClient, order: Order | undefined) {
  if (!order) return
  replaceInLists(queryClient, 'orders', order)
  queryClient.setQueryData(adminOrderQueries.one(order._id).queryKey, order)
  return refreshHistory(queryClient, order._id)
}

const refreshHistory = (queryClient: QueryClient, id: string) =>
  queryClient.invalidateQueries({ queryKey: adminOrderQueries.history(id).queryKey })
