import type { Order } from '@shop/language/api/orders'
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
    // Runs once for an order and once for a pending payment. A new callback or another changed field of the order does not run it again.
  }, [arrived?._id, isPaid])
}
