import type { Customer } from '@shop/language/customer/api'
import type { Order } from '@shop/language/order/api'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { ApiError } from '../../lib/api.ts'
import { usePageParams } from '../../lib/page-params.ts'
import { longDate } from '../../orders/order-dates.ts'
import { shortId } from '../../orders/order-texts.ts'
import { changedOrderIn } from '../../orders/order-version.ts'
import { ArrowLeft, ArrowRight } from '../../ui/icons/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { Note } from '../../ui/note.tsx'
import { caseQueries } from '../cases/cases-api.ts'
import { customerQuery } from '../customers/customers-api.ts'
import { AdminButton } from '../parts/admin-button.tsx'
import { NotFetched } from '../parts/not-fetched.tsx'
import { PageHead } from '../parts/page-head.tsx'
import { adminOrderQueries, useIsOrderBeingDeleted, useRestoreOrder } from './admin-orders-api.ts'
import { deletedVersion } from './deleted-version.ts'
import { secondsTime } from './history-words.ts'
import { MarkAs } from './mark-as.tsx'
import { hasSlip, OnPaper, usePaper } from './on-paper.tsx'
import { type HistoryQuery, OrderHistory } from './order-history.tsx'
import { OrderNow } from './order-now.tsx'
import { orderFilters } from './orders-tools.tsx'
import { RestoreFailure } from './restore-failure.tsx'
import { StatusChange } from './status-change.tsx'

export function OrderPage() {
  const { id = '' } = usePageParams()
  const { data: order, error, refetch } = useQuery(adminOrderQueries.one(id))
  const history = useQuery(adminOrderQueries.history(id))
  const list = useListOfOrder()
  const toList = { to: `/admin/orders${list.size > 0 ? `?${list}` : ''}`, label: 'Orders' }
  const customer = useQuery({ ...customerQuery(order?.user?._id ?? ''), enabled: order?.user?._id !== undefined })
  const cases = useQuery(caseQueries.openOf(id))
  // The page waits for the customer and the cases, because a part that appears later would move the content below it.
  const isKnown =
    (!order?.user?._id || customer.isFetched || customer.failureCount > 0) &&
    (cases.isFetched || cases.failureCount > 0)
  const isBeingDeleted = useIsOrderBeingDeleted(id)
  const deleted = deletedVersion(history.data ?? [])
  // An order that another admin has deleted is not shown from the cache. An order that this page deletes stays in view until the shop
  // answers.
  const isGone = error instanceof ApiError && error.status === 404 && !isBeingDeleted
  if (order && !isGone && history.isFetched && isKnown)
    return <OrderView key={id} order={order} customer={customer} history={history} list={list} toList={toList} />
  return (
    <>
      <PageHead title={`Order ${shortId(id)}`} back={toList} />
      <NotFetched error={error} failure="Failed to fetch order details" refetch={refetch} />
      {error && history.data && (
        <>
          {deleted !== undefined && <RestoreOrder id={id} version={deleted} />}
          <OrderHistory id={id} query={history} />
        </>
      )}
    </>
  )
}

type ViewProps = {
  order: Order
  customer: UseQueryResult<Customer>
  history: HistoryQuery
  /** The query of the list from which the order was opened. */
  list: URLSearchParams
  toList: { to: string; label: string }
}

function OrderView({ order, customer, history, list, toList }: ViewProps) {
  const { _id, user, createdAt, isPaid } = order
  const { paper, print } = usePaper()
  return (
    <>
      <PageHead
        title={`Order ${shortId(_id)}`}
        back={toList}
        beside={isPaid && <BesideOrder id={_id} list={list} />}
        lead={`${user?.name ?? 'N/A'}, placed ${longDate(createdAt)}, ${secondsTime(createdAt)}`}
      >
        {isPaid && <StatusChange order={order} label="Status" />}
        {isPaid && hasSlip(order) && (
          <AdminButton variant="outline" onClick={() => print('slip')}>
            Packing slip
          </AdminButton>
        )}
        {isPaid && (
          <AdminButton variant="outline" onClick={() => print('receipt')}>
            Receipt
          </AdminButton>
        )}
        {isPaid && <MarkAs order={order} to="Delivered" {...(order.status !== 'Shipped' && { variant: 'outline' })} />}
        {isPaid && <MarkAs order={order} to="Shipped" />}
      </PageHead>
      <div className="grid gap-y-10 print:hidden">
        <OrderNow order={order} customer={customer} />
        <OrderHistory id={_id} query={history} />
      </div>
      {isPaid && <OnPaper orders={[order]} paper={paper} />}
    </>
  )
}

/** `list`: the query of the list from which the page was opened. */
function BesideOrder({ id, list }: { id: string; list: URLSearchParams }) {
  const { data } = useQuery(adminOrderQueries.neighbours(id, placedOrdersOf(list)))
  return (
    <nav aria-label="Previous and next order" className="flex min-h-11 gap-x-2 print:hidden">
      <Beside id={data?.previous} list={list} word="Previous" Icon={ArrowLeft} />
      <Beside id={data?.next} list={list} word="Next" Icon={ArrowRight} />
    </nav>
  )
}

type BesideProps = { id: string | undefined; list: URLSearchParams; word: 'Previous' | 'Next'; Icon: ComponentType }

/** Without an `id`, the link's place stays empty, so that the other link does not move. */
function Beside({ id, list, word, Icon }: BesideProps) {
  if (!id) return <span className="w-11 md:w-24" />
  return (
    <Link
      to={`/admin/orders/${id}${list.size > 0 ? `?${list}` : ''}`}
      className="type-small inline-flex min-h-11 min-w-11 items-center justify-center gap-1.5 text-rinse hover:underline md:w-24"
      aria-label={`${word} order, ${shortId(id)}`}
    >
      {word === 'Previous' && <Icon />}
      <span className="max-md:sr-only">{word}</span>
      {word === 'Next' && <Icon />}
    </Link>
  )
}

function RestoreOrder({ id, version }: { id: string; version: number }) {
  const { mutate, isPending, error } = useRestoreOrder()
  /** The order's current version, if the shop has refused an older version. */
  const [newer, setNewer] = useState<number>()
  const restore = () =>
    mutate(
      { _id: id, version: newer ?? version },
      { onError: (refusal) => setNewer(changedOrderIn(refusal)?.version ?? newer) },
    )
  return (
    <div className="mb-7">
      <RestoreFailure error={error} />
      <Note
        tone="info"
        action={
          <AdminButton busy={isPending} onClick={restore}>
            Restore order
          </AdminButton>
        }
      >
        <p>
          This order was deleted. If you restore it, the pieces that went back into stock are taken from stock again.
          But if it was refunded after the deletion, it comes back as Cancelled, and nothing is taken from stock.
        </p>
      </Note>
    </div>
  )
}

/** The query of the list from which an order's page was opened, with only the parameters of that list. */
function useListOfOrder() {
  const [params] = useSearchParams()
  const names = ['search', 'sortBy', 'page', ...orderFilters]
  const known = [...params].filter(([name, value]) => value && names.includes(name))
  return new URLSearchParams(known)
}

/** The query that finds the previous and the next order. Placed orders are never pending, so the filter `pending` is left out. */
const placedOrdersOf = (list: URLSearchParams) =>
  new URLSearchParams([...list].filter(([name]) => name !== 'pending' && name !== 'page')).toString()
