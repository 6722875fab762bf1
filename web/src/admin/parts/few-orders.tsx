import type { Order } from '@shop/language/order/api'
import type { ReactNode } from 'react'
import { formatMoney } from '../../lib/money.ts'
import { OrderLink } from './order-link.tsx'
import { StatusBadge } from './status-badge.tsx'

type TableProps = {
  orders: readonly Order[]
  column: { title: string; cell: (order: Order) => ReactNode }
  /** The query of the list from which the orders come. */
  list?: URLSearchParams
}

export const FewOrders = ({ orders, column, list }: TableProps) => (
  <table className="admin-table" data-narrow="pairs">
    <thead>
      <tr>
        <th scope="col">Order ID</th>
        <th scope="col">{column.title}</th>
        <th scope="col" data-end>
          Total Price
        </th>
        <th scope="col" className="pl-4!">
          Status
        </th>
      </tr>
    </thead>
    <tbody>
      {orders.map((order) => (
        <tr key={order._id}>
          <td>
            <OrderLink id={order._id} {...(list && { list })} />
          </td>
          <td className="wrap-anywhere">{column.cell(order)}</td>
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
)
