import type { Customer } from '@shop/language/api/customers'
import type { Order } from '@shop/language/api/orders'
import { useInfiniteQuery } from '@tanstack/react-query'
import { formatMoney } from '../../lib/money.ts'
import { dateWithYear } from '../../orders/order-dates.ts'
import { Link } from '../../ui/link.tsx'
import { listOf, ROWS } from '../parts/admin-lists.ts'
import { Failure } from '../parts/failure.tsx'
import { LoadingRows } from '../parts/loading-rows.tsx'
import { OrderLink } from '../parts/order-link.tsx'
import { Panel } from '../parts/panel.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'

/** A customer's last orders, and the way to all of them. */
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
        <Failure error={found.error} fallback="Failed to fetch orders" onRetry={() => found.refetch()} />
      ) : last.length === 0 ? (
        <p className="border-t border-hair py-4 text-rinse">No orders yet.</p>
      ) : (
        <table className="admin-table" data-narrow="pairs">
          <thead>
            <tr>
              <th scope="col">Order ID</th>
              <th scope="col">Placed</th>
              <th scope="col" data-end>
                Total Price
              </th>
              <th scope="col" className="pl-4!">
                Status
              </th>
            </tr>
          </thead>
          <tbody>
            {last.map((order) => (
              <tr key={order._id}>
                <td>
                  <OrderLink id={order._id} list={list} />
                </td>
                <td className="num">{dateWithYear(order.createdAt)}</td>
                <td data-end className="num">
                  {formatMoney(order.totalPrice)}
                </td>
                <td className="min-[24rem]:pl-4!">
                  <StatusBadge status={order.status} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
