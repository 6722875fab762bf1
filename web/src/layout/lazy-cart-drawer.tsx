import { lazy, useRef } from 'react'
import { useCartDrawer } from '../cart/cart-drawer-store.ts'
import { PagePart } from './page-part.tsx'

const CartDrawer = lazy(async () => ({ default: (await import('../cart/cart-drawer.tsx')).CartDrawer }))

/** Loaded when it is first opened, and kept from then on, so that it can also slide out. */
export function LazyCartDrawer() {
  const open = useCartDrawer(({ open }) => open)
  const wasOpen = useRef(false)
  wasOpen.current ||= open
  return (
    wasOpen.current && (
      <PagePart>
        <CartDrawer />
      </PagePart>
    )
  )
}
