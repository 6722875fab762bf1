import type { Order } from '@shop/language/api/orders'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { newestOrders } from './checkout-api.ts'

type Arrivals = { isAwaited: boolean; onOrder: (order: Order) => void; onPending: () => void }

/** Follows what becomes of a checkout without this page: its payment window may have lost the page, but not the shop. */
export function useArrivingOrder(checkoutId: string, { isAwaited, onOrder, onPending }: Arrivals) {
  const { data } = useQuery({ ...newestOrders(), enabled: isAwaited })
  const arrived = isAwaited ? data?.find(({ _id }) => _id === checkoutId) : undefined
  const isPaid = arrived?.isPaid
  useEffect(() => {
    if (arrived && isPaid) onOrder(arrived)
    else if (arrived) onPending()
    // Once for each of the two: not again because a listener or another field of the order is another one.
  }, [arrived?._id, isPaid])
}
