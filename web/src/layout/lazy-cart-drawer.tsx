import { useRef } from 'react'
import { useCartDrawer } from '../cart/cart-drawer-store.ts'
import { useWhenIdle } from '../lib/load-ahead.ts'
import { pagePart } from './page-part.tsx'

const [CartDrawer, loadAhead] = pagePart(async () => (await import('../cart/cart-drawer.tsx')).CartDrawer)

/**
 * The drawer's code is loaded when the page is idle, or when the drawer is opened for the first time. After that the drawer stays mounted,
 * so that it can slide out.
 */
export function LazyCartDrawer() {
  const open = useCartDrawer(({ open }) => open)
  const wasOpen = useRef(false)
  wasOpen.current ||= open
  useWhenIdle(loadAhead)
  return wasOpen.current && <CartDrawer />
}
