import type { Order } from '@shop/language/api/orders'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { shortId } from '../../orders/order-texts.ts'
import { DoneNote } from '../../ui/done-note.tsx'
import { dashboardQuery } from '../dashboard/dashboard-api.ts'
import { Failure } from '../parts/failure.tsx'
import { FilterSelect } from '../parts/filter-select.tsx'
import { ListBody } from '../parts/list-body.tsx'
import { ListTools } from '../parts/list-tools.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { UndoNote } from '../parts/undo-note.tsx'
import { useAdminList } from '../parts/use-admin-list.ts'
import { useDeleteOrder, useRestoreOrder } from './admin-orders-api.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { OrdersTable } from './orders-table.tsx'
import { statuses } from './statuses.ts'

const sorts = [
  { value: '', label: 'Newest' },
  { value: 'oldest', label: 'Oldest' },
  { value: 'totalasc', label: 'Total: Low to High' },
  { value: 'totaldesc', label: 'Total: High to Low' },
  { value: 'status', label: 'Status' },
]

const refundDue = [{ value: 'true', label: 'Refund due' }]
const returnDue = [{ value: 'true', label: 'Return awaited' }]
const incomplete = [{ value: 'true', label: 'Address incomplete' }]
const pending = [{ value: 'true', label: 'Under review' }]

export function OrdersPage() {
  const list = useAdminList<Order>('orders', ['status', 'refundDue', 'returnDue', 'incompleteAddress', 'pending'])
  const all = useQuery(dashboardQuery()).data?.totalOrders
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const [deleted, setDeleted] = useState((state as { deleted?: Order } | null)?.deleted)
  const [asked, setAsked] = useState<Order>()
  const remove = useDeleteOrder()
  const restore = useRestoreOrder()

  /** Removes it here and from the browser's history state, which survives a reload. */
  const forget = () => {
    setDeleted(undefined)
    navigate({ search }, { replace: true, state: { keepScroll: true } })
  }
  const deleteAsked = () => {
    restore.reset()
    if (asked) remove.mutate(asked, { onSuccess: (_, order) => setDeleted(order) })
    setAsked(undefined)
  }

  return (
    <>
      <PageHead title="Order Management" />
      <Failure error={remove.error} fallback="Failed to delete order" />
      <Failure error={restore.error} fallback="Failed to restore order" />
      {deleted && (
        <UndoNote
          key={deleted._id}
          text={`Order ${shortId(deleted._id)} deleted.`}
          isBusy={restore.isPending}
          onUndo={() => restore.mutate(deleted, { onSuccess: forget })}
        />
      )}
      {restore.isSuccess && <DoneNote>{`Order ${shortId(restore.variables._id)} is back.`}</DoneNote>}
      <ListTools list={list} label="Search order or user" sorts={sorts} headsFrom="lg">
        <FilterSelect list={list} name="status" label="Status" any="Any status" choices={statuses} />
        <FilterSelect list={list} name="refundDue" label="Payment" any="Any payment" choices={refundDue} />
        <FilterSelect list={list} name="returnDue" label="Returns" any="Any return" choices={returnDue} />
        <FilterSelect list={list} name="incompleteAddress" label="Address" any="Any address" choices={incomplete} />
        <FilterSelect list={list} name="pending" label="Money" any="Placed orders" choices={pending} />
      </ListTools>
      <ListBody
        list={list}
        failure="Failed to fetch orders"
        empty="No order has come in yet."
        count={list.narrowing.size > 0 ? undefined : all}
      >
        <OrdersTable orders={list.items} sortBy={list.sortBy} onSort={list.sort} onDelete={setAsked} />
      </ListBody>
      {asked && <DeleteDialog order={asked} onKeep={() => setAsked(undefined)} onDelete={deleteAsked} />}
    </>
  )
}
