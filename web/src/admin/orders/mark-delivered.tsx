import type { Order } from '@shop/language/api/orders'
import { type ComponentProps, useId, useState } from 'react'
import { AdminButton } from '../parts/admin-button.tsx'
import { useFocusAfter } from '../parts/use-focus-after.ts'
import { statusIdOf } from './status-change.tsx'
import { StatusDialog } from './status-dialog.tsx'

type ButtonProps = Pick<ComponentProps<typeof AdminButton>, 'variant' | 'className'> & { order: Order }

/** Asks before it tells the customer that the parcel is there. */
export function MarkDelivered({ order, ...look }: ButtonProps) {
  const id = useId()
  const [isAsked, setAsked] = useState(false)
  const focusAfter = useFocusAfter()
  const end = () => {
    setAsked(false)
    focusAfter(id, statusIdOf(order))
  }
  return (
    <>
      {order.status !== 'Delivered' && (
        <AdminButton {...look} id={id} onClick={() => setAsked(true)}>
          Mark as Delivered
        </AdminButton>
      )}
      {isAsked && <StatusDialog order={order} to="Delivered" onClose={end} />}
    </>
  )
}
