import type { OrderDeleted } from '@shop/language/order/api'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { changedOrderIn } from '../../orders/order-version.ts'
import { useRestoreOrder } from './admin-orders-api.ts'
import { useAskedDeletion } from './use-asked-deletion.ts'

/**
 * The deletion of an order from a list, with its confirmation and undo. An order that was deleted on its own page is passed to the list in
 * the browser's history state.
 */
export function useDeletion() {
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const [deleted, setDeleted] = useState((state as { deleted?: OrderDeleted } | null)?.deleted)
  const deletion = useAskedDeletion(setDeleted)
  const restore = useRestoreOrder()

  /** Forgets the deleted order, also in the browser's history state, because that state survives a reload. */
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
        // If the order was refunded meanwhile, the refusal has the order's newer version. The next press uses this version.
        onError: (refusal) => setDeleted({ ...deleted, version: changedOrderIn(refusal)?.version ?? deleted.version }),
      }),
  }
}
