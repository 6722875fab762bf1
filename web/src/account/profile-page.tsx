import { useState } from 'react'
import { flushSync } from 'react-dom'
import { Navigate } from 'react-router-dom'
import { useInBrowser } from '../lib/in-browser.ts'
import { MyOrders } from '../orders/my-orders.tsx'
import { useRenewedUser } from '../session/use-renewed-user.ts'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyLine } from '../ui/empty-line.tsx'
import { ResultMessage } from '../ui/result-message.tsx'
import { AccountFrame } from './account-frame.tsx'
import { OWN_ACCOUNT, OwnAccount } from './own-account.tsx'

export function ProfilePage() {
  const { user } = useRenewedUser()
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
      {/* Shows the goodbye before the session ends, because without a session the page redirects to the sign-in. */}
      <OwnAccount user={user} onGone={() => flushSync(() => setGone(true))} />
    </AccountFrame>
  )
}

const Goodbye = () => (
  <div className="wrap grid justify-items-start gap-3.5 pt-8 pb-8">
    <EmptyLine className="-mr-(--gut) mb-8 justify-self-stretch max-xl:-ml-(--gut)" />
    <ResultMessage about="goodbye">
      <h1 className="type-h1">Your account is deleted.</h1>
      <p className="type-say mt-2.5 text-rinse">
        Goodbye, and thank you. Your data is gone from this browser too. You can still shop as a guest.
      </p>
    </ResultMessage>
    <ButtonLink to="/collections/all" variant="outline" small>
      Continue shopping
    </ButtonLink>
  </div>
)
