import type { Customer } from '@shop/language/customer/api'
import type { Order } from '@shop/language/order/api'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { usePageParams } from '../../lib/page-params.ts'
import { dateWithYear } from '../../orders/order-dates.ts'
import { DoneNote } from '../../ui/done-note.tsx'
import { Link } from '../../ui/link.tsx'
import { AdminButton } from '../parts/admin-button.tsx'
import { AdminFailure } from '../parts/admin-failure.tsx'
import { listOf, ROWS } from '../parts/admin-lists.ts'
import { ConfirmDialog } from '../parts/confirm-dialog.tsx'
import { FewOrders } from '../parts/few-orders.tsx'
import { LoadingRows } from '../parts/loading-rows.tsx'
import { NotFetched } from '../parts/not-fetched.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { Panel } from '../parts/panel.tsx'
import { streamAddress } from '../parts/stream-address.ts'
import { CustomerFacts } from './customer-facts.tsx'
import { customerQuery, personPseudonym, useEndSessions } from './customers-api.ts'
import { NotesPanel } from './notes-panel.tsx'

const toList = { to: '/admin/users', label: 'Users' }

export function CustomerPage() {
  const { id = '' } = usePageParams()
  const { data: customer, error, refetch } = useQuery(customerQuery(id))
  if (!customer)
    return (
      <>
        <PageHead title="Customer" back={toList} />
        <NotFetched error={error} failure="Failed to fetch the customer" refetch={refetch} />
      </>
    )
  return (
    <>
      <PageHead title={customer.name} back={toList} lead={customer.role === 'customer' ? undefined : customer.role} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-12 gap-y-10 min-[68.75rem]:grid-cols-[minmax(0,1fr)_minmax(0,1.55fr)]">
        <div className="grid content-start gap-8">
          <Panel title="Account">
            <CustomerFacts customer={customer} />
            <EndSessions key={id} customer={customer} />
            <CustomerStreams key={`${id} streams`} customer={customer} />
          </Panel>
          <NotesPanel customer={customer} />
        </div>
        <CustomerOrders customer={customer} />
      </div>
    </>
  )
}

const placed = { title: 'Placed', cell: ({ createdAt }: Order) => dateWithYear(createdAt) }

function CustomerOrders({ customer: { _id, orders } }: { customer: Customer }) {
  const list = new URLSearchParams({ search: _id })
  const found = useInfiniteQuery(listOf<Order>('orders', `limit=${ROWS}&${list}`))
  const last = found.data?.pages[0]?.items ?? []
  return (
    <Panel
      title="Orders"
      aside={
        orders.count > ROWS && (
          <Link to={`/admin/orders?${list}`} className="inline-flex min-h-11 items-center underline lg:min-h-6">
            All orders
          </Link>
        )
      }
    >
      {found.isPending ? (
        <LoadingRows />
      ) : found.error ? (
        <AdminFailure error={found.error} fallback="Failed to fetch orders" onRetry={() => found.refetch()} />
      ) : last.length === 0 ? (
        <p className="border-t border-hair py-4 text-rinse">No orders yet.</p>
      ) : (
        <FewOrders orders={last} column={placed} list={list} />
      )}
    </Panel>
  )
}

function CustomerStreams({ customer: { _id } }: { customer: Customer }) {
  const navigate = useNavigate()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => personPseudonym(_id),
    onSuccess: ({ pseudonym }) => navigate(streamAddress(`account-${pseudonym}`)),
  })
  return (
    <div className="mt-2 grid justify-items-start gap-2">
      <AdminButton variant="outline" busy={isPending} onClick={() => mutate()}>
        Account and cart over time
      </AdminButton>
      <AdminFailure error={error} fallback="The events of this customer could not be fetched" />
    </div>
  )
}

function EndSessions({ customer: { _id, name } }: { customer: Customer }) {
  const [isAsking, setAsking] = useState(false)
  const { mutate: end, isPending, isSuccess, error } = useEndSessions(_id)
  return (
    <div className="mt-4 grid justify-items-start gap-2">
      <AdminButton variant="outline" busy={isPending} onClick={() => setAsking(true)}>
        Sign out everywhere
      </AdminButton>
      <AdminFailure error={error} fallback="Failed to sign the customer out" />
      {isSuccess && <DoneNote>Signed out on every device.</DoneNote>}
      {isAsking && (
        <ConfirmDialog
          question={`Sign ${name} out everywhere?`}
          act="Sign out"
          onKeep={() => setAsking(false)}
          onAct={() => end()}
        >
          The customer has to sign in again on every device. The cart and the orders stay.
        </ConfirmDialog>
      )}
    </div>
  )
}
