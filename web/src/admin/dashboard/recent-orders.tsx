import type { Order } from '@shop/language/order/api'
import { customerOf } from '../parts/customer-of.ts'
import { FewOrders } from '../parts/few-orders.tsx'

const user = {
  title: 'User',
  cell: (order: Order) => customerOf(order)?.name ?? <span className="text-stone">N/A</span>,
}

export const RecentOrders = ({ orders }: { orders: readonly Order[] }) =>
  orders.length === 0 ? (
    <p className="border-t border-hair py-4 text-rinse">There are no orders yet.</p>
  ) : (
    <FewOrders orders={orders} column={user} />
  )
