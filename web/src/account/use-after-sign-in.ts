import { useEffect, useRef } from 'react'
import { useCartDrawer } from '../cart/cart-drawer-store.ts'
import { useCartNotices } from '../cart/cart-notices.ts'
import { useMergeCart } from '../cart/change-cart.ts'
import { useGuest } from '../cart/guest-store.ts'
import { loadsDocument } from '../lib/own-document.ts'
import { useGo } from '../lib/use-go.ts'
import { useSession } from '../session/session-store.ts'

/** When a user is signed in, merges the guest's cart and goes to `target` (spec §4). */
export function useAfterSignIn(target: string) {
  const user = useSession((session) => session.user)
  const go = useGo()
  const { mutate: merge } = useMergeCart()
  const leaving = useRef(false)

  useEffect(() => {
    if (!user || leaving.current) return
    leaving.current = true
    const proceed = () => {
      go(target, { replace: true })
      // Shows which pieces the merge could not add to the cart.
      if (useCartNotices.getState().notices.length > 0) useCartDrawer.getState().show()
    }
    const { guestId } = useGuest.getState()
    // The checkout is a new document, and merges the cart when it opens.
    if (guestId && !loadsDocument(window.location.pathname, target)) merge({ guestId }, { onSettled: proceed })
    else proceed()
  }, [user, target, merge, go])
}
