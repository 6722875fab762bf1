import type { Order } from '@shop/language/order/api'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { newestOrders } from './checkout-api.ts'

type Arrivals = { isAwaited: boolean; onOrder: (order: Order) => void; onPending: () => void }

/** Watches for the order of a checkout. If the payment window has lost its connection to this page, the server still gets the payment. */
export function useArrivingOrder(checkoutId: string, { isAwaited, onOrder, onPending }: Arrivals) {
  const { data } = useQuery({ ...newestOrders(), enabled: isAwaited })
  const arrived = isAwaited ? data?.find(({ _id }) => _id === checkoutId) : undefined
  const isPaid = arrived?.isPaid
  useEffect(() => {
    if (arrived && isPaid) onOrder(arrived)
    else if (arrived) onPending()
    // This effect runs once for an order and once for a pending payment. It does not run again when a callback or another field of the
    // order changes.
  }, [arrived?._id, isPaid])
}
