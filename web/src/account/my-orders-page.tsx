import { Navigate } from 'react-router-dom'
import { MyOrders } from '../orders/my-orders.tsx'
import { useSession } from '../session/session-store.ts'
import { AccountFrame } from './account-frame.tsx'

export function MyOrdersPage() {
  const user = useSession((session) => session.user)
  if (!user) return <Navigate to="/login?redirect=/my-orders" replace />
  return (
    <AccountFrame user={user}>
      <MyOrders />
    </AccountFrame>
  )
}
