import type { Checkout } from '@shop/language/checkout/api'
import type { Order } from '@shop/language/order/api'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { newestOrders } from './checkout-api.ts'
import type { Payment } from './payment-outcome.tsx'

export type Listeners = {
  onFinishing: (finishing: boolean) => void
  /** Called when the provider has the money and is checking it. */
  onPending: () => void
  /** Called when another checkout has bought the cart. */
  onBought: () => void
  /** Called when this checkout can no longer be paid. */
  onOver: () => void
  onOrdered: (order: Order) => void
}

const UNDECIDED: ReadonlySet<Payment['as']> = new Set(['asking', 'finishing', 'pending', 'unknown'])

/** Whether a payment has begun and has no known outcome. */
export const isUndecided = ({ as }: Payment) => UNDECIDED.has(as)

/** After the order has arrived, the shown payment no longer changes. */
export function useShownPayment(
  checkout: Checkout,
  isBegun: boolean,
  { onFinishing, onPending, onBought, onOver, onOrdered }: Listeners,
) {
  const [payment, setPayment] = useState<Payment>({ as: 'open' })
  const isOrdered = useRef(false)

  const show = (next: Payment) => {
    if (isOrdered.current) return
    setPayment(next)
    onFinishing(isUndecided(next))
    if (next.as === 'bought') onBought()
    if (next.as === 'refused' && next.over) onOver()
  }
  const showOrdered = (order: Order) => {
    if (isOrdered.current) return
    isOrdered.current = true
    onOrdered(order)
  }
  const showPending = () => {
    if (payment.as === 'pending') return
    show({ as: 'pending' })
    onPending()
  }
  useArrivingOrder(checkout._id, { isAwaited: isBegun, onOrder: showOrdered, onPending: showPending })

  return { payment, show, showOrdered, showPending }
}

type Arrivals = { isAwaited: boolean; onOrder: (order: Order) => void; onPending: () => void }

/** The payment window can lose its connection to this page, so the page also asks the server for the order. */
function useArrivingOrder(checkoutId: string, { isAwaited, onOrder, onPending }: Arrivals) {
  const { data } = useQuery({ ...newestOrders(), enabled: isAwaited })
  const arrived = isAwaited ? data?.find(({ _id }) => _id === checkoutId) : undefined
  const isPaid = arrived?.isPaid
  useEffect(() => {
    if (arrived && isPaid) onOrder(arrived)
    else if (arrived) onPending()
    // Does not run when only a callback or another field of the order has changed.
  }, [arrived?._id, isPaid])
}
