import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { useCartDrawer } from '../cart/cart-drawer-store.ts'
import { useCartNotices } from '../cart/cart-notices.ts'
import { useMergeCart } from '../cart/change-cart.ts'
import { useGuest } from '../cart/guest-store.ts'
import { useSession } from '../session/session-store.ts'

/** On login and register: once a user is signed in, merges the guest's cart and goes on to `target` (spec §4). */
export function useWayIn(target: string) {
  const user = useSession((session) => session.user)
  const navigate = useNavigate()
  const { mutate: merge } = useMergeCart()
  const leaving = useRef(false)

  useEffect(() => {
    if (!user || leaving.current) return
    leaving.current = true
    const goOn = () => {
      navigate(target, { replace: true })
      // Shows at once what the merge had to cut; checkout shows it itself.
      if (useCartNotices.getState().notices.length > 0 && target !== '/checkout') useCartDrawer.getState().show()
    }
    const { guestId } = useGuest.getState()
    if (guestId) merge({ guestId }, { onSettled: goOn })
    else goOn()
  }, [user, target, merge, navigate])
}
