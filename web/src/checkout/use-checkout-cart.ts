import { useEffect, useRef, useState } from 'react'
import { useCart } from '../cart/cart-api.ts'
import { useMergeCart } from '../cart/change-cart.ts'
import { useGuest } from '../cart/guest-store.ts'

/** The account's cart, refetched after a guest's cart was merged into it (spec §4). */
export function useCheckoutCart() {
  const { cart, error, refetch } = useCart()
  const { mutateAsync: merge } = useMergeCart()
  const [ready, setReady] = useState(false)
  const begun = useRef(false)

  useEffect(() => {
    if (begun.current) return
    begun.current = true
    const { guestId } = useGuest.getState()
    const merged = guestId ? merge({ guestId }).catch(() => undefined) : Promise.resolve()
    merged.then(() => refetch()).finally(() => setReady(true))
  }, [merge, refetch])

  return { cart, error, ready, reload: refetch }
}
