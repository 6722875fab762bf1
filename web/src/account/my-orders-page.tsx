import { Navigate } from 'react-router-dom'
import { useInBrowser } from '../lib/in-browser.ts'
import { MyOrders } from '../orders/my-orders.tsx'
import { useRenewedUser } from '../session/use-renewed-user.ts'
import { AccountFrame } from './account-frame.tsx'

export function MyOrdersPage() {
  const { user } = useRenewedUser()
  const isKnown = useInBrowser()
  if (!user) return isKnown && <Navigate to="/login?redirect=/my-orders" replace />
  return (
    <AccountFrame user={user}>
      <MyOrders />
    </AccountFrame>
  )
}
