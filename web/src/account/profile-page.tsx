import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Navigate } from 'react-router-dom'
import { useInBrowser } from '../lib/in-browser.ts'
import { MyOrders } from '../orders/my-orders.tsx'
import { useSession } from '../session/session-store.ts'
import { AccountFrame } from './account-frame.tsx'
import { Goodbye } from './goodbye.tsx'
import { OWN_ACCOUNT, OwnAccount } from './own-account.tsx'

export function ProfilePage() {
  const user = useSession((session) => session.user)
  const isKnown = useInBrowser()
  const [isGone, setGone] = useState(false)
  if (isGone) return <Goodbye />
  if (!user) return isKnown && <Navigate to="/login" replace />
  return (
    <AccountFrame
      user={user}
      more={
        <a href={`#${OWN_ACCOUNT}`} className="text-link">
          Password, devices, data
        </a>
      }
    >
      <MyOrders />
      {/* Shows the goodbye before the session ends. Otherwise the page would redirect to the sign-in. */}
      <OwnAccount user={user} onGone={() => flushSync(() => setGone(true))} />
    </AccountFrame>
  )
}
