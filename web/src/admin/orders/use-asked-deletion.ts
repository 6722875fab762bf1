import type { Order, OrderDeleted } from '@shop/language/order/api'
import { useState } from 'react'
import { type OrderChange, orderChanges } from '../../orders/order-changes.ts'
import { changedOrderIn } from '../../orders/order-version.ts'
import { useDeleteOrder } from './admin-orders-api.ts'

type Asked = { order: Order; changes?: readonly OrderChange[] }

/** If the order has changed since it was shown, lists the changes and asks again. */
export function useAskedDeletion(onDeleted: (order: OrderDeleted) => void) {
  const [asked, setAsked] = useState<Asked>()
  const { mutate, isPending, error } = useDeleteOrder()
  return {
    asked,
    isPending,
    error: changedOrderIn(error) ? null : error,
    ask: (order: Order) => setAsked({ order }),
    keep: () => setAsked(undefined),
    deleteAsked() {
      if (!asked) return
      setAsked(undefined)
      mutate(asked.order, {
        onSuccess: onDeleted,
        onError: (refusal) => {
          const now = changedOrderIn(refusal)
          if (now) setAsked({ order: now, changes: orderChanges(asked.order, now) })
        },
      })
    },
  }
}
