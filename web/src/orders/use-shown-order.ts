import type { Order } from '@shop/language/api/orders'
import { useState } from 'react'
import { type OrderChange, orderChanges } from './order-changes.ts'
import { changedOrderIn } from './order-version.ts'

/**
 * The order that a dialog shows: as it was when the dialog was opened, whatever the page behind it learns meanwhile. When the shop
 * refuses a change since the order is another version by now, the dialog shows what changed, and asks again with that version.
 */
export function useShownOrder(opened: Order) {
  const [order, setOrder] = useState(opened)
  const [changes, setChanges] = useState<readonly OrderChange[]>()
  return {
    order,
    /** What has changed since the dialog showed it; undefined if nothing is known to have. */
    changes,
    /** For what is opened anew in its place. */
    open(now: Order) {
      setChanges(undefined)
      setOrder(now)
    },
    /** To be called with each refusal. */
    lookAgain(refusal: Error) {
      const now = changedOrderIn(refusal)
      if (!now) return setChanges(undefined)
      setChanges(orderChanges(order, now))
      setOrder(now)
    },
  }
}
