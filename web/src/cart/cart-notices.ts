import type { Cart } from '@shop/language/cart/api'
import { create } from 'zustand'

/** Messages about pieces removed from the cart (decisions C6). */
export const useCartNotices = create<{ notices: readonly string[] }>(() => ({ notices: [] }))

export function noteNotices({ notices: fresh = [] }: Cart) {
  if (fresh.length === 0) return
  useCartNotices.setState(({ notices }) => ({ notices: [...new Set([...notices, ...fresh])] }))
}

export function dismissNotices() {
  useCartNotices.setState({ notices: [] })
}
