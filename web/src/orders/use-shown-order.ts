import type { Order } from '@shop/language/order/api'
import { useState } from 'react'
import { type OrderChange, orderChanges } from './order-changes.ts'
import { changedOrderIn } from './order-version.ts'

/** The shown order stays as it was when the dialog was opened, until the shop refuses a change of an outdated order. */
export function useShownOrder(opened: Order) {
  const [order, setOrder] = useState(opened)
  const [changes, setChanges] = useState<readonly OrderChange[]>()
  return {
    order,
    /** Undefined until a refusal reports a change. */
    changes,
    open(now: Order) {
      setChanges(undefined)
      setOrder(now)
    },
    /** Call this with each refusal of a change. */
    lookAgain(refusal: Error) {
      const now = changedOrderIn(refusal)
      if (!now) return setChanges(undefined)
      setChanges(orderChanges(order, now))
      setOrder(now)
    },
  }
}
