import type { User } from '@shop/language/account/api'
import type { ShippingAddress } from '@shop/language/address/api'
import type { Cart } from '@shop/language/cart/api'
import type { Checkout } from '@shop/language/checkout/api'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CartNotices } from '../cart/cart-notices-note.tsx'
import { useInBrowser } from '../lib/in-browser.ts'
import { useSeen } from '../lib/seen.ts'
import { keepTyped, typedAtCheckout } from '../lib/typed-at-checkout.ts'
import { useDocumentStart } from '../lib/use-document-start.ts'
import { Redirect } from '../lib/use-go.ts'
import { addressNamed } from '../orders/first-address.ts'
import { orderQueries } from '../orders/orders-api.ts'
import { useSession } from '../session/session-store.ts'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Loading } from '../ui/skeleton.tsx'
import { ContactStep, DeliverySummary } from './address-steps.tsx'
import { type Bought, BoughtAlready } from './bought-already.tsx'
import { CheckoutCancelled } from './cancel-checkout.tsx'
import { hasLeftCart } from './cart-corrections.ts'
import { DeliveryForm } from './delivery-form.tsx'
import { EmptyCart } from './empty-cart.tsx'
import { Ended } from './ended.tsx'
import { CartSummary, CheckoutSummary, SummaryFrame } from './order-summary.tsx'
import { PaymentStep } from './payment-step.tsx'
import { useBegunCheckout, useConfirmation } from './use-begun-checkout.ts'
import { useCheckoutCart } from './use-checkout-cart.ts'

/** Each submitted address starts a new checkout, which replaces the earlier one (spec §4, decisions M11). */
export function CheckoutPage() {
  useDocumentStart()
  const user = useSession((session) => session.user)
  const isKnown = useInBrowser()
  if (!user && isKnown) return <Redirect to="/login?redirect=/checkout" />
  return <>{user ? <CheckoutOf user={user} /> : <Waiting />}</>
}

function CheckoutOf({ user }: { user: User }) {
  const { cart, error, ready, reload } = useCheckoutCart()
  const { begun, isAsking, failure, refetch } = useBegunCheckout(ready ? (cart ?? NO_CART) : undefined)
  const [started, setCheckout] = useState<Checkout | null>()
  const checkout = started === undefined ? begun : started
  const [bought, setBought] = useState<Bought>()
  const [isCancelled, setCancelled] = useState(false)
  const [hasShownPieces, setShownPieces] = useState(false)
  if (ready && !hasShownPieces && cart && cart.products.length > 0) setShownPieces(true)

  if (failure)
    return (
      <div className="wrap py-10">
        <LoadFailure error={failure} fallback="Failed to fetch checkout" onRetry={refetch} />
      </div>
    )
  if (!ready || isAsking) return <Waiting />
  if (bought)
    return (
      <Ended about={bought}>
        <BoughtAlready bought={bought} />
      </Ended>
    )
  if (isCancelled)
    return (
      <Ended about="cancelled">
        <CheckoutCancelled
          onStartAgain={() => {
            setCancelled(false)
            reload()
          }}
        />
      </Ended>
    )
  if (!checkout && error && !cart)
    return (
      <div className="wrap py-10">
        <LoadFailure error={error} fallback="Failed to fetch cart" onRetry={reload} />
      </div>
    )
  if (!checkout && (!cart || cart.products.length === 0)) return <EmptyCart emptied={hasShownPieces} />
  return (
    <Steps
      user={user}
      cart={cart ?? NO_CART}
      reload={reload}
      checkout={checkout}
      onCheckout={setCheckout}
      onBought={setBought}
      onCancelled={() => {
        keepTyped({ begun: undefined })
        setCheckout(null)
        setCancelled(true)
      }}
    />
  )
}

const Waiting = () => (
  <SummaryFrame summary={null}>
    <h1 className="type-h1">Checkout</h1>
    <div className="min-h-screen">
      <Loading />
    </div>
  </SummaryFrame>
)

type StepsProps = {
  user: User
  cart: Cart
  reload: () => unknown
  checkout: Checkout | null
  onCheckout: (checkout: Checkout | null) => void
  onBought: (bought: Bought) => void
  onCancelled: () => void
}

function Steps({ user, cart, reload, checkout, onCheckout, onBought, onCancelled }: StepsProps) {
  const [address, setAddress] = useState(() => firstAddress(user))
  const [isGiven, setGiven] = useState(false)
  const [finishing, setFinishing] = useState(false)
  /** A checkout that a reload continues, that is over, or whose pieces have left the cart. The remaining time of its hold is not shown. */
  const [untimedId, setUntimedId] = useState(checkout?._id)
  const confirm = useConfirmation()
  useSeen({ what: 'checkout step', step: checkout ? 'payment' : 'shipping' })
  const queryClient = useQueryClient()
  const isTimed = checkout !== null && checkout._id !== untimedId
  const startAgain = () => {
    keepTyped({ begun: undefined })
    onCheckout(null)
    reload()
  }
  const showGone = () => {
    setUntimedId(checkout?._id)
    keepTyped({ discountCode: '' })
    queryClient.invalidateQueries({ queryKey: orderQueries.mine().queryKey })
    reload()
  }
  return (
    <SummaryFrame
      total={checkout?.totalPrice ?? cart.totalPrice}
      summary={checkout ? <CheckoutSummary checkout={checkout} timed={isTimed} /> : <CartSummary cart={cart} />}
    >
      <h1 className="type-h1">Checkout</h1>
      <CartNotices />
      <ContactStep email={user.email} />
      {checkout ? (
        <>
          <DeliverySummary address={address} onChange={finishing ? undefined : () => onCheckout(null)} />
          <PaymentStep
            key={checkout._id}
            checkout={checkout}
            timed={isTimed}
            leftCart={!finishing && hasLeftCart(checkout, cart)}
            onStartAgain={startAgain}
            onFinishing={setFinishing}
            onPending={showGone}
            onBought={showGone}
            onOver={() => setUntimedId(checkout._id)}
            onOrdered={({ _id }) => confirm(_id)}
            onCancelled={onCancelled}
          />
        </>
      ) : (
        <DeliveryForm
          cart={cart}
          address={address}
          changing={isGiven}
          onAddress={(given) => {
            setAddress(given)
            setGiven(true)
          }}
          onCheckout={onCheckout}
          onBought={onBought}
        />
      )}
    </SummaryFrame>
  )
}

const firstAddress = ({ name }: User): ShippingAddress => {
  const { address: kept } = typedAtCheckout()
  return { ...addressNamed(kept ? '' : name), ...kept }
}

const NO_CART: Cart = { products: [], totalPrice: 0 }
