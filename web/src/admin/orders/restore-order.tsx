import type { HistoryEntry } from '@shop/language/order/api'
import { useState } from 'react'
import { changedOrderIn } from '../../orders/order-version.ts'
import { Note } from '../../ui/note.tsx'
import { AdminButton } from '../parts/admin-button.tsx'
import { useRestoreOrder } from './admin-orders-api.ts'
import { RestoreFailure } from './restore-failure.tsx'

export function RestoreOrder({ id, history }: { id: string; history: readonly HistoryEntry[] }) {
  const { mutate, isPending, error } = useRestoreOrder()
  /** The order's current version, if the shop has refused an older version. */
  const [newer, setNewer] = useState<number>()
  const version = newer ?? history.findLast(({ what }) => what === 'Order deleted')?.version
  const restore = () =>
    mutate(
      { _id: id, ...(version !== undefined && { version }) },
      { onError: (refusal) => setNewer(changedOrderIn(refusal)?.version ?? newer) },
    )
  return (
    <div className="mb-7">
      <RestoreFailure error={error} />
      <Note
        tone="info"
        action={
          <AdminButton busy={isPending} onClick={restore}>
            Restore order
          </AdminButton>
        }
      >
        <p>
          This order was deleted. If you restore it, the pieces that went back into stock are taken from stock again.
          But if it was refunded after the deletion, it comes back as Cancelled, and nothing is taken from stock.
        </p>
      </Note>
    </div>
  )
}
