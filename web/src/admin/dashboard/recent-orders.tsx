import type { Order } from '@shop/language/api/orders'
import { FewOrders } from '../parts/few-orders.tsx'

const user = { title: 'User', cell: ({ user }: Order) => user?.name ?? <span className="text-stone">N/A</span> }

export const RecentOrders = ({ orders }: { orders: readonly Order[] }) =>
  orders.length === 0 ? (
    <p className="border-t border-hair py-4 text-rinse">No order has come in yet.</p>
  ) : (
    <FewOrders orders={orders} column={user} />
  )
