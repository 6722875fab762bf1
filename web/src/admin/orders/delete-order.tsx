import type { Order } from '@shop/language/api/orders'
import { useNavigate } from 'react-router-dom'
import { DeleteButton } from '../parts/admin-button.tsx'
import { Failure } from '../parts/failure.tsx'
import { useDeleteOrder } from './admin-orders-api.ts'

/** Leads to the list, where it can be undone. */
export function DeleteOrder({ order }: { order: Order }) {
  const navigate = useNavigate()
  const { mutate: remove, isPending, error } = useDeleteOrder()
  return (
    <div>
      <Failure error={error} fallback="Failed to delete order" />
      <DeleteButton
        className="px-0!"
        busy={isPending}
        onClick={() => remove(order, { onSuccess: () => navigate('/admin/orders', { state: { deleted: order } }) })}
      >
        Delete order
      </DeleteButton>
    </div>
  )
}
