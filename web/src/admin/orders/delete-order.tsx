import type { Order } from '@shop/language/api/orders'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { DeleteButton } from '../parts/admin-button.tsx'
import { Failure } from '../parts/failure.tsx'
import { useDeleteOrder } from './admin-orders-api.ts'
import { DeleteDialog } from './delete-dialog.tsx'

/** Leads to the list, where it can be undone. */
export function DeleteOrder({ order }: { order: Order }) {
  const navigate = useNavigate()
  const [isAsked, setAsked] = useState(false)
  const { mutate: remove, isPending, error } = useDeleteOrder()
  return (
    <div>
      <Failure error={error} fallback="Failed to delete order" />
      <DeleteButton className="px-0!" busy={isPending} onClick={() => setAsked(true)}>
        Delete order
      </DeleteButton>
      {isAsked && (
        <DeleteDialog
          order={order}
          onKeep={() => setAsked(false)}
          onDelete={() => {
            remove(order, { onSuccess: () => navigate('/admin/orders', { state: { deleted: order } }) })
            setAsked(false)
          }}
        />
      )}
    </div>
  )
}
