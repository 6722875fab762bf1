import { useEffect, useRef, useState } from 'react'
import { useCart } from '../cart/cart-api.ts'
import { useMergeCart } from '../cart/change-cart.ts'
import { useGuest } from '../cart/guest-store.ts'

/** Merges the guest's cart into the account's cart, and refetches the account's cart (spec §4). */
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
