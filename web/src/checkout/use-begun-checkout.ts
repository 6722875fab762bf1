import type { Cart } from '@shop/language/cart/api'
import type { Checkout, CheckoutNow } from '@shop/language/checkout/api'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '../lib/api.ts'
import { forgetTyped, keepTyped, typedAtCheckout } from '../lib/typed-at-checkout.ts'
import { useGo } from '../lib/use-go.ts'
import { isOfCart } from './cart-corrections.ts'
import { lookUpCheckout, startPayment } from './checkout-api.ts'

/**
 * The checkout whose payment this tab has begun. A reload during the payment continues with it, unless the customer has changed the cart
 * and nothing was charged. If it has become an order, the confirmation page follows. `cart`: undefined until it is known.
 */
export function useBegunCheckout(cart: Cart | undefined) {
  const confirm = useConfirmation()
  const [id = ''] = useState(() => typedAtCheckout().begun?.checkoutId)
  const { data, error, refetch } = useQuery({
    queryKey: ['checkout', id],
    queryFn: () => lookUpCheckout(id),
    enabled: id !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const isOrdered = data?.status === 'finalized'
  useEffect(() => {
    if (isOrdered) confirm(id)
  }, [isOrdered, id, confirm])
  const isUnknown = error instanceof ApiError && error.isRefusal
  const [goesOn, setGoesOn] = useState<boolean>()
  // Decided once, so that a later change of the cart does not close the payment.
  if (goesOn === undefined && data && cart) setGoesOn(isToContinue(data, cart))
  return {
    begun: data && goesOn ? data : null,
    isAsking: isOrdered || (id !== '' && goesOn === undefined && !isUnknown),
    failure: isUnknown || data ? null : error,
    refetch,
  }
}

const isToContinue = (checkout: CheckoutNow, cart: Cart) =>
  checkout.charged !== 'no' || (checkout.status === 'open' && isOfCart(checkout, cart))

export function useConfirmation() {
  const go = useGo()
  return useCallback(
    (orderId: string) => {
      forgetTyped()
      keepTyped({ orderId })
      go('/order-confirmation', { replace: true })
    },
    [go],
  )
}

/** Starts a payment, which this tab remembers. Returns the id of the provider's order. */
export async function beginPayment(checkout: Checkout): Promise<string> {
  const providerOrderId = await startPayment(checkout)
  keepTyped({ begun: { checkoutId: checkout._id, providerOrderId } })
  return providerOrderId
}

/** The id of the provider's order, or an empty text if this tab has begun no payment for the checkout. */
export function begunPaymentOf({ _id }: Checkout): string {
  const { begun } = typedAtCheckout()
  return begun?.checkoutId === _id ? begun.providerOrderId : ''
}
