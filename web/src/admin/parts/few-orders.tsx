import type { Order } from '@shop/language/order/api'
import type { ReactNode } from 'react'
import { formatMoney } from '../../lib/money.ts'
import { AdminTable } from './admin-table.tsx'
import { OrderLink } from './order-link.tsx'
import { StatusBadge } from './status-badge.tsx'

type TableProps = {
  orders: readonly Order[]
  column: { title: string; cell: (order: Order) => ReactNode }
  /** The query of the list from which the orders come. */
  list?: URLSearchParams
}

export const FewOrders = ({ orders, column, list }: TableProps) => (
  <AdminTable
    narrow="pairs"
    columns={['Order ID', column.title, { title: 'Total Price', end: true }, { title: 'Status', className: 'pl-4!' }]}
  >
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
  </AdminTable>
)
