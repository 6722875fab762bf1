import type { Cart } from '@shop/language/cart/api'
import { GUEST_CART_DAYS } from '@shop/language/limits'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { formatMoney } from '../lib/money.ts'
import { useGo } from '../lib/use-go.ts'
import { writesEnd } from '../lib/writes-end.ts'
import { useSession } from '../session/session-store.ts'
import { Button } from '../ui/button.tsx'
import { Drawer } from '../ui/drawer.tsx'
import { EmptyLine } from '../ui/empty-line.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Note } from '../ui/note.tsx'
import { Loading, SkeletonBar } from '../ui/skeleton.tsx'
import { StorageNote } from '../ui/storage-note.tsx'
import { useCart, useCartSymbol, useIsCartOnlyKept } from './cart-api.ts'
import { useCartDrawer } from './cart-drawer-store.ts'
import { CartLineRow } from './cart-line-row.tsx'
import { CartNotices } from './cart-notices-note.tsx'
import { GoneLines } from './gone-lines.tsx'
import { isAnyNew } from './quantity-acts.ts'
import { isGone, keyOf, useWantedQuantities } from './wanted-quantities.ts'

export function CartDrawer() {
  const { open, hide } = useCartDrawer()
  const { cart, isPending, error, refetch } = useCart()
  const onlyKept = useIsCartOnlyKept()
  useNewest(open && !onlyKept, refetch)
  const filled = cart !== undefined && cart.products.length > 0
  return (
    <Drawer
      open={open}
      onClose={hide}
      title="Your Cart"
      footer={filled && <CartFoot cart={cart} onlyKept={onlyKept} />}
    >
      <CartNotices />
      {filled && onlyKept && <SessionEnded />}
      {filled ? (
        <ul>
          {cart.products.map((line) => (
            <CartLineRow key={keyOf(line)} line={line} fixed={onlyKept} />
          ))}
        </ul>
      ) : isPending ? (
        <Loading>
          <LoadingLines />
        </Loading>
      ) : error && !cart ? (
        <div className="py-5">
          <LoadFailure error={error} fallback="Failed to fetch cart" onRetry={refetch} />
        </div>
      ) : (
        <EmptyCart />
      )}
    </Drawer>
  )
}

/** Refetches the cart when the drawer opens, unless a change is being sent: the answer to the change has the current cart. */
function useNewest(isOpen: boolean, refetch: () => unknown) {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (isOpen && queryClient.isMutating() === 0) refetch()
  }, [isOpen, queryClient, refetch])
}

function CartFoot({ cart, onlyKept }: { cart: Cart; onlyKept: boolean }) {
  const go = useGo()
  const queryClient = useQueryClient()
  const [leaving, setLeaving] = useState(false)
  const hide = useCartDrawer((drawer) => drawer.hide)
  const signedIn = useSession(({ user }) => user !== null)
  const symbol = useCartSymbol()
  const gone = cart.products.filter(isGone)
  const checkOut = async () => {
    const { refusals } = useWantedQuantities.getState()
    setLeaving(true)
    await writesEnd(queryClient)
    setLeaving(false)
    if (isAnyNew(useWantedQuantities.getState().refusals, refusals)) return
    hide()
    go(signedIn ? '/checkout' : '/login?redirect=/checkout')
  }
  return (
    <>
      <StorageNote />
      {gone.length > 0 && !onlyKept && <GoneLines lines={gone} />}
      <p className="flex items-baseline justify-between">
        <span>Subtotal</span>
        <b className="num text-lg font-semibold">{formatMoney(cart.totalPrice, symbol)}</b>
      </p>
      <Button className="w-full" disabled={gone.length > 0 && !onlyKept} busy={leaving} onClick={checkOut}>
        Checkout
      </Button>
      <p className="type-xsmall text-stone">Shipping, taxes, and discount codes calculated at checkout.</p>
    </>
  )
}

const SessionEnded = () => (
  <div className="pt-5">
    <Note tone="info">
      <p>You have been signed out. Your cart is kept. Sign in to change it.</p>
    </Note>
  </div>
)

function EmptyCart() {
  const go = useGo()
  const hide = useCartDrawer((drawer) => drawer.hide)
  return (
    <div className="grid justify-items-start gap-3.5 py-6">
      <EmptyLine className="-mx-4 mb-10 justify-self-stretch md:-mx-7" />
      <p className="type-h2">Your cart is empty.</p>
      <p className="type-say text-rinse">We keep your cart for at least {GUEST_CART_DAYS} days.</p>
      <Button
        variant="outline"
        small
        onClick={() => {
          hide()
          go('/collections/all')
        }}
      >
        New Arrivals
      </Button>
    </div>
  )
}

const LoadingLines = () =>
  [1, 2].map((line) => (
    <div key={line} className="grid grid-cols-[64px_1fr] gap-3 border-b border-hair py-4 md:grid-cols-[92px_1fr]">
      <div className="weft aspect-4/5" />
      <div className="grid content-start gap-2.5">
        <SkeletonBar className="w-3/5" />
        <SkeletonBar className="w-2/5" />
      </div>
    </div>
  ))
