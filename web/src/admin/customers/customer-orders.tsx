import type { Customer } from '@shop/language/customer/api'
import type { Order } from '@shop/language/order/api'
import { useInfiniteQuery } from '@tanstack/react-query'
import { dateWithYear } from '../../orders/order-dates.ts'
import { Link } from '../../ui/link.tsx'
import { AdminFailure } from '../parts/admin-failure.tsx'
import { listOf, ROWS } from '../parts/admin-lists.ts'
import { FewOrders } from '../parts/few-orders.tsx'
import { LoadingRows } from '../parts/loading-rows.tsx'
import { Panel } from '../parts/panel.tsx'

const placed = { title: 'Placed', cell: ({ createdAt }: Order) => dateWithYear(createdAt) }

export function CustomerOrders({ customer: { _id, orders } }: { customer: Customer }) {
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
