import type { Order } from '@shop/shared/api/orders'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { shortId } from '../../orders/order-texts.ts'
import { dashboardQuery } from '../dashboard/dashboard-api.ts'
import { EmptyList } from '../parts/empty-list.tsx'
import { Failure } from '../parts/failure.tsx'
import { LoadingRows } from '../parts/loading-rows.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Pager } from '../parts/pager.tsx'
import { SearchField } from '../parts/search-field.tsx'
import { SortSelect } from '../parts/sort-select.tsx'
import { UndoNote } from '../parts/undo-note.tsx'
import { useAdminList } from '../parts/use-admin-list.ts'
import { useChangeStatus, useDeleteOrder, useRestoreOrder } from './admin-orders-api.ts'
import { OrdersTable } from './orders-table.tsx'

const sorts = [
  { value: '', label: 'Newest' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'totalasc', label: 'Total: Low to High' },
  { value: 'totaldesc', label: 'Total: High to Low' },
  { value: 'status', label: 'Status' },
]

export function OrdersPage() {
  const list = useAdminList<Order>('orders')
  const all = useQuery(dashboardQuery()).data?.totalOrders
  const { state } = useLocation()
  const [deleted, setDeleted] = useState((state as { deleted?: Order } | null)?.deleted)
  const change = useChangeStatus()
  const remove = useDeleteOrder()
  const restore = useRestoreOrder()

  // What is being saved shows at once.
  const orders = list.items.map((order) =>
    change.isPending && change.variables.id === order._id ? { ...order, status: change.variables.status } : order,
  )
  const deleteOrder = (order: Order) => {
    restore.reset()
    remove.mutate(order, { onSuccess: () => setDeleted(order) })
  }

  return (
    <>
      <PageHead title="Order Management" />
      <Failure error={change.error} fallback="Failed to update order status" />
      <Failure error={remove.error} fallback="Failed to delete order" />
      <Failure error={restore.error} fallback="Failed to restore order" />
      {deleted && (
        <UndoNote
          key={deleted._id}
          text={`Order ${shortId(deleted._id)} deleted.`}
          isBusy={restore.isPending}
          onUndo={() => restore.mutate(deleted, { onSuccess: () => setDeleted(undefined) })}
        />
      )}
      <div className="mb-2 flex flex-wrap gap-2">
        <SearchField key={list.clearings} label="Search order or piece" value={list.search} onFind={list.find} />
        <SortSelect className="lg:hidden" sorts={sorts} sortBy={list.sortBy} onSort={list.sort} />
      </div>
      {list.isPending ? (
        <LoadingRows />
      ) : list.error ? (
        <Failure error={list.error} fallback="Failed to fetch orders" onRetry={() => list.refetch()} />
      ) : orders.length === 0 ? (
        <EmptyList search={list.search} onClear={list.clear}>
          No order has come in yet.
        </EmptyList>
      ) : (
        <>
          <OrdersTable
            orders={orders}
            sortBy={list.sortBy}
            onSort={list.sort}
            onStatus={({ _id }, status) => change.mutate({ id: _id, status })}
            onDelete={deleteOrder}
          />
          <Pager paging={list.paging} total={list.paging.total ?? (list.search ? undefined : all)} />
        </>
      )}
    </>
  )
}
