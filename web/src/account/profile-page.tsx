import { Navigate } from 'react-router-dom'
import { MyOrders } from '../orders/my-orders.tsx'
import { AccountFrame } from './account-frame.tsx'
import { useSession } from './session-store.ts'

export function ProfilePage() {
  const user = useSession((session) => session.user)
  if (!user) return <Navigate to="/login" replace />
  return (
    <AccountFrame user={user}>
      <MyOrders />
    </AccountFrame>
  )
}
