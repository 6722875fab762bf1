import type { Order } from '@shop/language/api/orders'
import { useId, useState } from 'react'
import { AdminButton } from '../parts/admin-button.tsx'
import { useFocusAfter } from '../parts/use-focus-after.ts'
import { statusIdOf } from './status-change.tsx'
import { StatusDialog } from './status-dialog.tsx'

/** The next step of an order that is not shipped yet; asks for its tracking number. */
export function MarkShipped({ order }: { order: Order }) {
  const id = useId()
  const [isAsked, setAsked] = useState(false)
  const focusAfter = useFocusAfter()
  const end = () => {
    setAsked(false)
    focusAfter(id, statusIdOf(order))
  }
  return (
    <>
      {order.status === 'Processing' && (
        <AdminButton id={id} onClick={() => setAsked(true)}>
          Mark as Shipped
        </AdminButton>
      )}
      {isAsked && <StatusDialog order={order} to="Shipped" onClose={end} />}
    </>
  )
}
