import type { Order } from '@shop/language/order/api'
import { useNavigate } from 'react-router-dom'
import { DeleteButton } from '../parts/admin-button.tsx'
import { AdminFailure } from '../parts/admin-failure.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { useAskedDeletion } from './use-asked-deletion.ts'

export function DeleteOrder({ order }: { order: Order }) {
  const navigate = useNavigate()
  const { asked, isPending, error, ask, keep, deleteAsked } = useAskedDeletion((deleted) =>
    navigate('/admin/orders', { state: { deleted } }),
  )
  return (
    <div>
      <AdminFailure error={error} fallback="Failed to delete order" />
      <DeleteButton className="px-0!" busy={isPending} onClick={() => ask(order)}>
        Delete order
      </DeleteButton>
      {asked && <DeleteDialog {...asked} changes={asked.changes} onKeep={keep} onDelete={deleteAsked} />}
    </div>
  )
}
