import { Navigate } from 'react-router-dom'
import { useInBrowser } from '../lib/in-browser.ts'
import { MyOrders } from '../orders/my-orders.tsx'
import { useSession } from '../session/session-store.ts'
import { AccountFrame } from './account-frame.tsx'

export function ProfilePage() {
  const user = useSession((session) => session.user)
  const isKnown = useInBrowser()
  if (!user) return isKnown && <Navigate to="/login" replace />
  return (
    <AccountFrame user={user}>
      <MyOrders />
    </AccountFrame>
  )
}
