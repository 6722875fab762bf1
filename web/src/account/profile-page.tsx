import { Navigate } from 'react-router-dom'
import { MyOrders } from '../orders/my-orders.tsx'
import { useSession } from '../session/session-store.ts'
import { AccountFrame } from './account-frame.tsx'

export function ProfilePage() {
  const user = useSession((session) => session.user)
  if (!user) return <Navigate to="/login" replace />
  return (
    <AccountFrame user={user}>
      <MyOrders />
    </AccountFrame>
  )
}
