import type { Order } from '@shop/language/api/orders'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useDeleteOrder, useRestoreOrder } from './admin-orders-api.ts'

/** The deletion of an order from a list: asked for, done, and undone. One that was deleted on its own page is in the browser's history state. */
export function useDeletion() {
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const [deleted, setDeleted] = useState((state as { deleted?: Order } | null)?.deleted)
  const [asked, setAsked] = useState<Order>()
  const remove = useDeleteOrder()
  const restore = useRestoreOrder()

  /** Removes it here and from the browser's history state, which survives a reload. */
  const forget = () => {
    setDeleted(undefined)
    navigate({ search }, { replace: true, state: { keepScroll: true } })
  }
  return {
    remove,
    restore,
    deleted,
    asked,
    ask: setAsked,
    keep: () => setAsked(undefined),
    deleteAsked: () => {
      restore.reset()
      if (asked) remove.mutate(asked, { onSuccess: (_, order) => setDeleted(order) })
      setAsked(undefined)
    },
    undo: () => deleted && restore.mutate(deleted, { onSuccess: forget }),
  }
}
