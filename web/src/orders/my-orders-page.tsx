import { Navigate } from 'react-router-dom'
import { AccountFrame } from '../account/account-frame.tsx'
import { useSession } from '../account/session-store.ts'
import { MyOrders } from './my-orders.tsx'

export function MyOrdersPage() {
  const user = useSession((session) => session.user)
  if (!user) return <Navigate to="/login?redirect=/my-orders" replace />
  return (
    <AccountFrame user={user}>
      <MyOrders />
    </AccountFrame>
  )
}
