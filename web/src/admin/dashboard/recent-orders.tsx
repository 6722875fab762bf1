import type { Order } from '@shop/language/api/orders'
import { formatMoney } from '../../lib/money.ts'
import { OrderLink } from '../parts/order-link.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'

export function RecentOrders({ orders }: { orders: readonly Order[] }) {
  if (orders.length === 0) return <p className="border-t border-hair py-4 text-rinse">No order has come in yet.</p>
  return (
    <table className="admin-table" data-narrow="pairs">
      <thead>
        <tr>
          <th scope="col">Order ID</th>
          <th scope="col">User</th>
          <th scope="col" data-end>
            Total Price
          </th>
          <th scope="col" className="pl-4!">
            Status
          </th>
        </tr>
      </thead>
      <tbody>
        {orders.map(({ _id, user, totalPrice, status }) => (
          <tr key={_id}>
            <td>
              <OrderLink id={_id} />
            </td>
            <td className="wrap-anywhere">{user?.name ?? <span className="text-stone">N/A</span>}</td>
            <td data-end className="num">
              {formatMoney(totalPrice)}
            </td>
            <td className="min-[24rem]:pl-4!">
              <StatusBadge status={status} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
