import type { OrderDeleted } from '@shop/language/api/orders'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { changedOrderIn } from '../../orders/order-version.ts'
import { useRestoreOrder } from './admin-orders-api.ts'
import { useAskedDeletion } from './use-asked-deletion.ts'

/** The deletion of an order from a list: asked for, done, and undone. One that was deleted on its own page is in the browser's history state. */
export function useDeletion() {
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const [deleted, setDeleted] = useState((state as { deleted?: OrderDeleted } | null)?.deleted)
  const deletion = useAskedDeletion(setDeleted)
  const restore = useRestoreOrder()

  /** Removes it here and from the browser's history state, which survives a reload. */
  const forget = () => {
    setDeleted(undefined)
    navigate({ search }, { replace: true, state: { keepScroll: true } })
  }
  return {
    deletion: {
      ...deletion,
      deleteAsked() {
        restore.reset()
        deletion.deleteAsked()
      },
    },
    restore,
    deleted,
    undo: () =>
      deleted &&
      restore.mutate(deleted, {
        onSuccess: forget,
        // Its refund may have been made meanwhile: that is told, and what is pressed again knows of it.
        onError: (refusal) => setDeleted({ ...deleted, version: changedOrderIn(refusal)?.version ?? deleted.version }),
      }),
  }
}
