import type { Order } from '@shop/language/order/api'
import { type ComponentProps, useId, useState } from 'react'
import { hasNothingToShip } from '../../orders/money-words.ts'
import { AdminButton } from '../parts/admin-button.tsx'
import { useFocusAfter } from '../parts/use-focus-after.ts'
import { statusIdOf } from './status-change.tsx'
import { StatusDialog } from './status-dialog.tsx'

type MarkAsProps = Pick<ComponentProps<typeof AdminButton>, 'variant' | 'className'> & {
  order: Order
  to: 'Shipped' | 'Delivered'
}

/** Asks for a confirmation, because the shop sends the customer an email about the new status. */
export function MarkAs({ order, to, ...look }: MarkAsProps) {
  const id = useId()
  const [isAsked, setAsked] = useState(false)
  const focusAfter = useFocusAfter()
  const end = () => {
    setAsked(false)
    focusAfter(id, statusIdOf(order))
  }
  const isStep = to === 'Shipped' ? order.status === 'Processing' : order.status !== 'Delivered'
  const isAhead = isStep && !order.statusLocked && !hasNothingToShip(order)
  return (
    <>
      {isAhead && (
        <AdminButton {...look} id={id} onClick={() => setAsked(true)}>
          Mark as {to}
        </AdminButton>
      )}
      {isAsked && <StatusDialog order={order} to={to} onClose={end} />}
    </>
  )
}
