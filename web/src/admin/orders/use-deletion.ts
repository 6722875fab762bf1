import type { OrderDeleted } from '@shop/language/order/api'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { changedOrderIn } from '../../orders/order-version.ts'
import { useRestoreOrder } from './admin-orders-api.ts'
import { useAskedDeletion } from './use-asked-deletion.ts'

/** After a deletion on an order's own page, the browser's history state contains the deleted order. */
export function useDeletion() {
  const { state, search } = useLocation()
  const navigate = useNavigate()
  const [deleted, setDeleted] = useState((state as { deleted?: OrderDeleted } | null)?.deleted)
  const deletion = useAskedDeletion(setDeleted)
  const restore = useRestoreOrder()

  /** The browser's history state survives a reload, so the deleted order is removed there too. */
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
        // If the order was refunded meanwhile, the refusal has the order's new version. The next try sends this version.
        onError: (refusal) => setDeleted({ ...deleted, version: changedOrderIn(refusal)?.version ?? deleted.version }),
      }),
  }
}
